/**
 * A question on which the service's specification is silent, and this sandbox's answer. `part` is
 * the specification's number.
 */
interface Assumption {
  readonly id: string;
  readonly part: string;
  readonly question: string;
  readonly here: string;
}

const rows: readonly (readonly [part: string, question: string, here: string])[] = [
  ['2.1', 'Further checks of `tax_id_number`', 'none: any text of 1 to 20 characters'],
  ['2.1', 'Name parts of a legal entity', 'refused when present, even `null` ("omitted")'],
  ['2.1', 'Unknown fields', 'ignored'],
  ['2.2', '`expense_type` on `/receivedinvoices`', 'refused, unless `null`'],
  [
    '2.2',
    "The Software Garante data and the certificate's key",
    'any non-empty text; the key is forgotten at once',
  ],
  [
    '2.2',
    "Names of a submission's fields that are not shown",
    '`fiscal_year`, `taxpayer.{tax_id_number, full_name}`, `software_garante.{tax_id_number, license, name, version}`, `certificate_encryption_key`',
  ],
  [
    '2.3',
    'Ending and media type of an upload',
    'either may be missing; neither may contradict the content',
  ],
  ['2.3', 'When a document is "valid"', 'it begins like a PDF, JPG or PNG, as declared'],
  [
    '3',
    'Whether authorizations hold up submissions',
    "not with Software Garante status (held unless `POST /sandbox/intermediary` says otherwise); without it a submission wants an approved authorization (403), except for Araba's companies",
  ],
  [
    '4.1',
    'Identifiers of the territories',
    '`araba`, `bizkaia`, `gipuzkoa`; `regional_territory_data` is `{id, name}`',
  ],
  [
    '4.1',
    'Shape of territories and license',
    '`{data: [{id, name}]}`; `{developer: {tax_id_number, name}, software: {name, version, license}}`; both without parameters',
  ],
  [
    '4.2',
    'Order of the checks of a submission',
    'key, fields, territory and taxpayer, schema, form asked for, taxpayer in the XML; a failure is 4xx, with nothing forwarded',
  ],
  [
    '4.2',
    'A header that contradicts the file (`Capitulo`, `Operacion`, …)',
    "forwarded, as the schema passes it: 200, `incorrect`, the ledger's code, no records",
  ],
  [
    '4.2',
    '`fiscal_year` or `taxpayer.full_name` other than in the XML',
    'likewise, B4_1000021 and B4_1000030',
  ],
  [
    '4.2',
    'A record twice in a file; a model that does not suit the kind of person',
    'likewise, B4_1000005 and B4_1000006',
  ],
  ['4.2', 'All records incorrect', '200, `incorrect`, B4_1000002, with the records'],
  ['4.2', 'Some records incorrect, or accepted with errors', '`partially_correct`'],
  [
    '4.2',
    'What makes a record the same',
    "in a taxpayer's book of a fiscal year: issuer, series, number, date; without invoice: date, epigraph, concept, line",
  ],
  ['4.2', 'Creating what was cancelled', 'allowed'],
  ['4.2', 'Changing what was cancelled', 'B4_2000004'],
  [
    '4.2',
    "A record's content breaks a rule of the ledger",
    "the application's rules and titles, on the day of the sandbox's clock in Bilbao: an error is `incorrect`, a B4_3 code `accepted_with_errors`. Ignored: rules that are the application's alone, and suspicions (warnings with a B4_1 or B4_2 code: B4_2000013, B4_2000035)",
  ],
  [
    '4.2',
    'Which fault of a record is told',
    "the first: refusals before others, what the ledger has (B4_2000003, B4_2000004, B4_2000006) before the content, the record before its lines, then by the application's table of rules",
  ],
  [
    '4.2',
    '`ledger_response_xml`',
    "as in the ledger's response schemas; `DatosPresentacion` only when something was stored",
  ],
  ['4.2', '`registration_number`', 'only when something was stored'],
  [
    '4.2',
    'Answer of a submission',
    '`{result, identifier, registration_number, code, message, records, ledger_response_xml}`',
  ],
  ['4.3', 'Answer of an upload', '`{message, state}`'],
  [
    '4.3',
    'A document is refused',
    '422 by field, 413 beyond the limit; the stored document and state stay',
  ],
  ['5.6', 'Key for submissions', 'the client key'],
  ['5.6', 'Key for territories', 'the user key'],
  [
    '6',
    'How the intermediary is notified',
    "in `GET /sandbox/state` and on the review page, with a rejection's reason if given",
  ],
  [
    '7.3',
    'A taken `tax_id_number`, at creation or update',
    '409 with `errors.tax_id_number`; case and outer blanks do not count',
  ],
  ['7.4', 'An unknown key, or none', '401'],
  ['7.4', 'A good key of the wrong scope, in any header', '403'],
  ['7.4', 'Status of success', '200, the only one specified'],
  [
    '7.4',
    'Errors',
    '`{message, errors?}`, texts in Spanish. 400 not JSON or not decodable, 404, 405 with `Allow`, 413, 415, 422 by field, 500',
  ],
  [
    '8',
    'Limits',
    "XML 32 MiB, authorization document 10 MiB, other bodies 256 KiB, JSON 32 levels and 10,000 values; beyond: 413 (400 for the JSON's shape). No rate limit: ask for a 429 as a fault",
  ],
  ['8', 'Gzipped requests', 'taken (`content-encoding: gzip`); the limits hold once inflated'],
  ['9', 'Versions of the interface', 'one version only'],
];

/** Every assumption, numbered in the specification's order. */
export const assumptions: readonly Assumption[] = rows.map(([part, question, here], index) => ({
  id: `A${index + 1}`,
  part,
  question,
  here,
}));
