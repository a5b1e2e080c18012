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
 * A row for each issue, one for each file without any, and one that tells how many issues of a file
 * are left out: semicolons and a byte order mark, as Spanish spreadsheets want them.
 */
export function toCsv({ files }: BatchReport, texts: Texts): string {
  const header = columns.map((column) => texts.say(`report.column.${column}`));
  const rows = files.flatMap(({ report, totalIssues }) => {
    const file = fileCells(report, texts);
    const told = report.issues.map((issue) => [...file, ...issueCells(issue, texts)]);
    const left = totalIssues - told.length;
    if (told.length > 0 && left <= 0) return told;
    const more = left > 0 ? texts.say('validate.moreIssues', { count: left }) : '';
    return [
      ...told,
      [...file, ...issueColumns.map((column) => (column === 'message' ? more : ''))],
    ];
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
