import {
  type Counted,
  countWords,
  type FileReport,
  type PrintedIssue,
  shownVerdict,
  summarise,
} from '../../features/reports/report.ts';
import { formText, type Texts } from '../../platform/texts.ts';

/** Kinds of fault shown of one file, and places of one kind. */
const maxGroups = 20;
const maxPlaces = 3;

const marks = { valid: '✓', warnings: '!', invalid: '✗', unreadable: '?' } as const;

/**
 * A file's report for a person: what it is in one line, then its faults. Those of one kind stand
 * together where their sentence is the same, however many records have them.
 */
export function toLines(report: FileReport, totalIssues: number, texts: Texts): string[] {
  const kindOf = ({ severity, code, message }: PrintedIssue) => `${severity}|${code}|${message}`;
  const groups = [...Map.groupBy(report.issues, kindOf).values()];
  const hidden = Math.max(0, groups.length - maxGroups);
  const lines = [headline(report, texts)];
  for (const group of groups.slice(0, maxGroups)) lines.push(...groupLines(group, texts));
  if (hidden > 0) lines.push(`    ${texts.say('validate.moreKinds', { count: hidden })}`);
  const left = totalIssues - report.issues.length;
  if (left > 0) lines.push(`    ${texts.say('validate.moreIssues', { count: left })}`);
  return lines;
}

/** The last line: how many of each. */
export function toSummaryLine(reports: readonly Counted[], texts: Texts): string {
  const summary = summarise(reports);
  const files = texts.say('validate.files', { count: summary.files });
  const records = texts.say('validate.records', { count: summary.records });
  return `${files}: ${countWords(reports, texts).join(', ')} · ${records}`;
}

function headline(report: FileReport, texts: Texts): string {
  const { form, taxpayer, fiscalYear, records, totals } = report;
  const parts = [texts.say(`validate.verdict.${shownVerdict(report)}`)];
  if (form !== null) parts.push(formText(form, texts));
  if (fiscalYear !== null) parts.push(String(fiscalYear));
  if (taxpayer !== null) parts.push(`${taxpayer.taxId} ${taxpayer.name}`.trim());
  if (form !== null) parts.push(texts.say('validate.records', { count: records }));
  if (totals.amount !== null) parts.push(texts.euros(totals.amount));
  return `${marks[report.verdict]} ${report.file}: ${parts.join(' · ')}`;
}

function groupLines(group: readonly PrintedIssue[], texts: Texts): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const label = texts.say(`validate.severity.${first.severity}`);
  const times =
    group.length > 1 ? ` (${texts.say('validate.times', { count: group.length })})` : '';
  const code = first.ledgerCode === null ? '' : ` [${first.ledgerCode}]`;
  const lines = [`    ${label}${code}: ${first.message}${times}`];
  if (first.hint !== null && first.hint !== '') lines.push(`      ${first.hint}`);
  const places = group.slice(0, maxPlaces).flatMap((issue) => placeOf(issue, texts));
  if (places.length > 0)
    lines.push(`      ${places.join('; ')}${group.length > maxPlaces ? '; …' : ''}`);
  return lines;
}

function placeOf(issue: PrintedIssue, texts: Texts): string[] {
  const { line, column, record } = issue;
  if (line === null) return [];
  const where = texts.say('validate.place', { line, column: column ?? 1 });
  return [
    record === null
      ? where
      : `${where} (${texts.say('validate.record', { record: texts.number(record) })})`,
  ];
}
