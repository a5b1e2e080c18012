import { csvRow } from '../../platform/files/csv.ts';
import { formText, type Texts } from '../../platform/texts.ts';
import { type BatchReport, type FileReport, type PrintedIssue, shownVerdict } from './report.ts';

const columns = [
  'file',
  'verdict',
  'form',
  'fiscalYear',
  'taxId',
  'name',
  'records',
  'severity',
  'layer',
  'code',
  'ledgerCode',
  'message',
  'hint',
  'record',
  'issuer',
  'series',
  'number',
  'date',
  'path',
  'line',
  'column',
  'value',
] as const;

/**
 * A row for each issue, and one for each file without any: semicolons and a byte order mark, as
 * Spanish spreadsheets want them.
 */
export function toCsv({ files }: BatchReport, texts: Texts): string {
  const header = columns.map((column) => texts.say(`report.column.${column}`));
  const rows = files.flatMap(({ report }) => {
    const file = fileCells(report, texts);
    if (report.issues.length === 0) return [[...file, ...Array.from(issueColumns, () => '')]];
    return report.issues.map((issue) => [...file, ...issueCells(issue, texts)]);
  });
  return `\uFEFF${[header, ...rows].map(csvRow).join('')}`;
}

const issueColumns = columns.slice(columns.indexOf('severity'));

function fileCells(report: FileReport, texts: Texts): string[] {
  const { file, form, fiscalYear, taxpayer, records } = report;
  return [
    file,
    texts.say(`validate.verdict.${shownVerdict(report)}`),
    formText(form, texts),
    fiscalYear === null ? '' : String(fiscalYear),
    taxpayer?.taxId ?? '',
    taxpayer?.name ?? '',
    String(records),
  ];
}

function issueCells(issue: PrintedIssue, texts: Texts): string[] {
  return [
    texts.say(`validate.severity.${issue.severity}`),
    texts.say(`report.layer.${issue.layer}`),
    issue.code,
    issue.ledgerCode ?? '',
    issue.message,
    issue.hint ?? '',
    issue.record === null ? '' : String(issue.record),
    issue.recordKey?.issuer ?? '',
    issue.recordKey?.series ?? '',
    issue.recordKey?.number ?? '',
    issue.recordKey?.date ?? '',
    issue.path ?? '',
    issue.line === null ? '' : String(issue.line),
    issue.column === null ? '' : String(issue.column),
    issue.value ?? '',
  ];
}
