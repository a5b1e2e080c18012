import { csvRow } from '../../platform/files/csv.ts';
import { formText, type Texts } from '../../platform/texts.ts';
import { type BatchReport, type FileReport, type PrintedIssue, shownVerdict } from './report.ts';

/** The columns of a table: what each shows of a row. */
type Columns<Row> = Readonly<
  Record<string, (row: Row, texts: Texts) => string | number | null | undefined>
>;

const fileColumns: Columns<FileReport> = {
  file: ({ file }) => file,
  verdict: (report, texts) => texts.say(`validate.verdict.${shownVerdict(report)}`),
  form: ({ form }, texts) => formText(form, texts),
  fiscalYear: ({ fiscalYear }) => fiscalYear,
  taxId: ({ taxpayer }) => taxpayer?.taxId,
  name: ({ taxpayer }) => taxpayer?.name,
  records: ({ records }) => records,
};

const issueColumns: Columns<PrintedIssue> = {
  severity: ({ severity }, texts) => texts.say(`validate.severity.${severity}`),
  layer: ({ layer }, texts) => texts.say(`report.layer.${layer}`),
  code: ({ code }) => code,
  ledgerCode: ({ ledgerCode }) => ledgerCode,
  message: ({ message }) => message,
  hint: ({ hint }) => hint,
  record: ({ record }) => record,
  issuer: ({ recordKey }) => recordKey?.issuer,
  series: ({ recordKey }) => recordKey?.series,
  number: ({ recordKey }) => recordKey?.number,
  date: ({ recordKey }) => recordKey?.date,
  path: ({ path }) => path,
  line: ({ line }) => line,
  column: ({ column }) => column,
  value: ({ value }) => value,
};

/**
 * A row for each issue, one for each file without any, and one that tells how many issues of a file
 * are left out: semicolons and a byte order mark, as Spanish spreadsheets want them.
 */
export function toCsv({ files }: BatchReport, texts: Texts): string {
  const names = [fileColumns, issueColumns].flatMap(Object.keys);
  const header = names.map((name) => texts.say(`report.column.${name}`));
  const cells = <Row>(columns: Columns<Row>, row: Row) =>
    Object.values(columns).map((cell) => String(cell(row, texts) ?? ''));
  const rows = files.flatMap(({ report, totalIssues }) => {
    const file = cells(fileColumns, report);
    const told = report.issues.map((issue) => [...file, ...cells(issueColumns, issue)]);
    const left = totalIssues - told.length;
    if (told.length > 0 && left <= 0) return told;
    const more = left > 0 ? texts.say('validate.moreIssues', { count: left }) : '';
    const rest = Object.keys(issueColumns).map((name) => (name === 'message' ? more : ''));
    return [...told, [...file, ...rest]];
  });
  return `\uFEFF${[header, ...rows].map(csvRow).join('')}`;
}
