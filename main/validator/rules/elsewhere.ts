import { every, invoices } from './rule-row.ts';

/** The part of the application that checks a rule. */
type Holder = 'file layer' | 'xml layer' | 'schema layer' | 'header layer' | 'sending' | 'history';

/** A rule, the part that checks it and how, and its chapters where they are not all. */
type Row = readonly [id: string, heldBy: Holder, how: string, chapters?: readonly string[]];

const rows: readonly Row[] = [
  ['B4_1000001', 'schema layer', '`schema_*`'],
  ['B4_1000003', 'file layer', '`file_gzip_broken`; the body sent is packed anew'],
  ['B4_1000020', 'header layer', '`header_model`; the request is made from the file'],
  ['B4_1000021', 'header layer', '`header_year`; the request is made from the file'],
  ['B4_1000022', 'header layer', '`header_tax_id`; the request is made from the file'],
  ['B4_1000023', 'header layer', '`header_chapter`'],
  ['B4_1000024', 'header layer', '`header_subchapter*`'],
  ['B4_1000025', 'header layer', '`header_operation_*`'],
  ['B4_1000026', 'sending', 'the request names the form that the root element names'],
  ['B4_1000030', 'header layer', '`header_name_missing`; the request is made from the file'],
  ['B4_2000003', 'history', '`history_same_record`, `history_same_expense`'],
  ['B4_2000004', 'history', '`history_record_unknown`, `history_records_unknown`'],
  ['B4_2000006', 'history', '`history_record_cancelled`'],
  ['APP-01', 'xml layer', '`xml_*`, `file_encoding_*`'],
  ['APP-02', 'file layer', '`file_chapter_*`, `file_is_*`, `schema_root_*`'],
  ['APP-03', 'schema layer', '`schema_too_many_records`'],
  ['APP-04', 'sending', 'the company is found by the tax id of the file'],
  ['APP-05', 'header layer', '`header_tax_id`'],
  ['APP-17', 'history', '`history_same_expense` names the next free line', ['140/2.2']],
  ['APP-21', 'schema layer', '`schema_country`: neither EL nor XI is a country there', invoices],
];

/** Every rule that another part of the application checks. */
export const rulesElsewhere = rows.map(([id, heldBy, how, chapters = every]) => ({
  id,
  chapters: chapters.join(', '),
  heldBy,
  how,
}));
