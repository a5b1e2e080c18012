import * as chapters from './rule-row.ts';

/** Rules that another part of the application checks, and which part. */
interface RuleElsewhere {
  readonly id: string;
  readonly chapters: string;
  readonly heldBy:
    | 'file layer'
    | 'xml layer'
    | 'schema layer'
    | 'header layer'
    | 'sending'
    | 'history';
  readonly how: string;
}

const every = chapters.every.join(', ');
const invoices = chapters.invoices.join(', ');

/** Every rule that another part of the application checks. */
export const rulesElsewhere: readonly RuleElsewhere[] = [
  { id: 'B4_1000001', chapters: every, heldBy: 'schema layer', how: '`schema_*`' },
  {
    id: 'B4_1000003',
    chapters: every,
    heldBy: 'file layer',
    how: '`file_gzip_broken`; the body sent is packed anew',
  },
  {
    id: 'B4_1000020',
    chapters: every,
    heldBy: 'header layer',
    how: '`header_model`; the request is made from the file',
  },
  {
    id: 'B4_1000021',
    chapters: every,
    heldBy: 'header layer',
    how: '`header_year`; the request is made from the file',
  },
  {
    id: 'B4_1000022',
    chapters: every,
    heldBy: 'header layer',
    how: '`header_tax_id`; the request is made from the file',
  },
  { id: 'B4_1000023', chapters: every, heldBy: 'header layer', how: '`header_chapter`' },
  { id: 'B4_1000024', chapters: every, heldBy: 'header layer', how: '`header_subchapter*`' },
  { id: 'B4_1000025', chapters: every, heldBy: 'header layer', how: '`header_operation_*`' },
  {
    id: 'B4_1000026',
    chapters: every,
    heldBy: 'sending',
    how: 'the request names the form that the root element names',
  },
  {
    id: 'B4_1000030',
    chapters: every,
    heldBy: 'header layer',
    how: '`header_name_missing`; the request is made from the file',
  },
  {
    id: 'B4_2000003',
    chapters: every,
    heldBy: 'history',
    how: '`history_same_record`, `history_same_expense`',
  },
  {
    id: 'B4_2000004',
    chapters: every,
    heldBy: 'history',
    how: '`history_record_unknown`, `history_records_unknown`',
  },
  { id: 'B4_2000006', chapters: every, heldBy: 'history', how: '`history_record_cancelled`' },
  { id: 'APP-01', chapters: every, heldBy: 'xml layer', how: '`xml_*`, `file_encoding_*`' },
  {
    id: 'APP-02',
    chapters: every,
    heldBy: 'file layer',
    how: '`file_chapter_*`, `file_is_*`, `schema_root_*`',
  },
  { id: 'APP-03', chapters: every, heldBy: 'schema layer', how: '`schema_too_many_records`' },
  {
    id: 'APP-04',
    chapters: every,
    heldBy: 'sending',
    how: 'the company is found by the tax id of the file',
  },
  { id: 'APP-05', chapters: every, heldBy: 'header layer', how: '`header_tax_id`' },
  {
    id: 'APP-17',
    chapters: '140/2.2',
    heldBy: 'history',
    how: '`history_same_expense` names the next free line',
  },
  {
    id: 'APP-21',
    chapters: invoices,
    heldBy: 'schema layer',
    how: '`schema_country`: neither EL nor XI is a country there',
  },
];
