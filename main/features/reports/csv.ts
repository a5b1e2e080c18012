import { csvRow } from '../../platform/files/csv.ts';
import type { Texts } from '../../platform/texts.ts';
import { type BatchReport, type FileReport, formText, type PrintedIssue } from './report.ts';

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
  const { file, verdict, form, fiscalYear, taxpayer, records } = report;
  return [
    file,
    texts.say(`validate.verdict.${verdict}`),
    formText(form, texts),
    fiscalYear === null ? '' : String(fiscalYear),
    taxpayer?.taxId ?? '',
    taxpayer?.name ?? '',
    String(records),
  ];
}

function issueCells(issue: PrintedIssue, texts: Texts): string[] {
  const {
    severity,
    layer,
    code,
    ledgerCode,
    message,
    hint,
    record,
    recordKey,
    path,
    line,
    column,
    value,
  } = issue;
  return [
    texts.say(`validate.severity.${severity}`),
    texts.say(`report.layer.${layer}`),
    code,
    ledgerCode ?? '',
    message,
    hint ?? '',
    record === null ? '' : String(record),
    recordKey?.issuer ?? '',
    recordKey?.series ?? '',
    recordKey?.number ?? '',
    recordKey?.date ?? '',
    path ?? '',
    line === null ? '' : String(line),
    column === null ? '' : String(column),
    value ?? '',
  ];
}
