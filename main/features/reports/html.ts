import { formatMoment } from '../../../contract/formats.ts';
import { escapeMarkup as text } from '../../platform/markup.ts';
import { formText, type Texts } from '../../platform/texts.ts';
import { toPrintedPage } from './printed-page.ts';
import { type BatchReport, type PrintedIssue, type ReportedFile, shownVerdict } from './report.ts';

/** Maximum places shown of a kind of issue; the others open on request. */
const maxPlaces = 5;
const worst = ['unreadable', 'invalid', 'warnings', 'valid'] as const;
const states = [...worst.toReversed(), 'elsewhere'] as const;
/** Maximum rows for one printed page with their heads; the others open on request. */
const pageRows = 20;

/**
 * The verdict of a batch as a page: one page of summary, with the files to correct first. The other
 * files and their issues open on request, and are printed only where opened.
 */
export function toHtml(batch: BatchReport, texts: Texts): string {
  const title = texts.say('report.title');
  const when = formatMoment(texts.language, batch.createdAt);
  const files = batch.files.toSorted(
    (one, other) => worst.indexOf(one.report.verdict) - worst.indexOf(other.report.verdict),
  );
  const details = files
    .filter(({ report }) => report.issues.length > 0)
    .map((file) => fileSection(file, texts));
  const body = `<h1>${text(title)}</h1>
<p class="when">${text(texts.say('report.created', { when, version: batch.version }))}</p>
<p class="sum">${text(summaryText(batch, texts))}</p>
${summaryTable(files.slice(0, pageRows), texts)}
${otherFiles(files.slice(pageRows), texts)}
${details.join('\n')}`;
  return toPrintedPage({ language: texts.language, title, style, body });
}

const numbers: ReadonlySet<string> = new Set(['fiscalYear', 'records', 'total', 'issues']);

function summaryTable(files: readonly ReportedFile[], texts: Texts): string {
  const heads = ['file', 'verdict', 'form', 'fiscalYear', 'taxpayer', 'records', 'total', 'issues'];
  return `<table class="files">
<thead><tr>${heads.map((head) => `<th scope="col"${numbers.has(head) ? ' class="n"' : ''}>${text(texts.say(`report.column.${head}`))}</th>`).join('')}</tr></thead>
<tbody>${files.map((file) => summaryRow(file, texts)).join('')}</tbody>
</table>`;
}

function otherFiles(files: readonly ReportedFile[], texts: Texts): string {
  if (files.length === 0) return '';
  return `<details>
<summary>${text(texts.say('report.otherFiles', { count: files.length }))}</summary>
${summaryTable(files, texts)}</details>`;
}

/** The number of files in each state, in the words of the table below it. */
function summaryText({ files, summary }: BatchReport, texts: Texts): string {
  const counted = (key: string, count: number) => texts.say(key, { count });
  const shown = files.map(({ report }) => shownVerdict(report));
  return [
    counted('validate.files', summary.files),
    ...states
      .map((state) => ({ state, count: shown.filter((each) => each === state).length }))
      .filter(({ count }) => count > 0)
      .map(({ state, count }) => `${texts.say(`report.state.${state}`)}: ${texts.number(count)}`),
    counted('validate.records', summary.records),
  ].join(' · ');
}

function summaryRow({ report, totalIssues }: ReportedFile, texts: Texts): string {
  const { file, verdict, form, fiscalYear, taxpayer, records, totals } = report;
  const cells = [
    `<th scope="row">${text(file)}</th>`,
    `<td class="state ${verdict}">${text(texts.say(`report.state.${shownVerdict(report)}`))}</td>`,
    `<td>${text(formText(form, texts))}</td>`,
    `<td class="n">${fiscalYear ?? ''}</td>`,
    `<td>${text(taxpayer === null ? '' : `${taxpayer.taxId} ${taxpayer.name}`.trim())}</td>`,
    `<td class="n">${form === null ? '' : text(texts.number(records))}</td>`,
    `<td class="n">${totals.amount === null ? '' : text(texts.euros(totals.amount))}</td>`,
    `<td class="n">${text(texts.number(totalIssues))}</td>`,
  ];
  return `<tr>${cells.join('')}</tr>\n`;
}

function fileSection({ report, totalIssues }: ReportedFile, texts: Texts): string {
  const heads = ['severity', 'message', 'place'];
  const left = totalIssues - report.issues.length;
  const more = left > 0 ? `<p>${text(texts.say('validate.moreIssues', { count: left }))}</p>` : '';
  const counted = texts.say('report.issues', { count: totalIssues });
  const alike = Map.groupBy(
    report.issues,
    ({ severity, code, ledgerCode, hint }) => `${severity}\n${code}\n${ledgerCode}\n${hint}`,
  );
  return `<details>
<summary><strong>${text(report.file)}</strong> · ${text(counted)}</summary>
<table>
<thead><tr>${heads.map((head) => `<th scope="col">${text(texts.say(`report.column.${head}`))}</th>`).join('')}</tr></thead>
<tbody>${[...alike.values()].map((issues) => issueRow(issues, texts)).join('')}</tbody>
</table>
${more}</details>`;
}

function placeOf(issue: PrintedIssue, texts: Texts): string {
  const { record, recordKey, line, column } = issue;
  const places = [
    record === null ? '' : texts.say('validate.record', { record: texts.number(record) }),
    [recordKey?.series, recordKey?.number].filter(Boolean).join('/'),
    recordKey?.issuer ?? '',
    line === null ? '' : texts.say('validate.place', { line, column: column ?? 1 }),
  ];
  return places.filter((place) => place !== '').join(' · ');
}

const withoutValue = ({ message, value }: PrintedIssue) => message.replace(value ?? '', '');

/**
 * A kind of issue with the places where it is, the ledger's code small beside it. Where the
 * sentences differ, each place has its faulty text, or its sentence if that says more.
 */
function issueRow(issues: readonly PrintedIssue[], texts: Texts): string {
  const [first] = issues;
  if (first === undefined) return '';
  const { severity, code, ledgerCode, message, hint } = first;
  const isSame = issues.every((issue) => issue.message === message);
  const isAlike = issues.every((issue) => withoutValue(issue) === withoutValue(first));
  const ownText = (issue: PrintedIssue) => (isAlike ? issue.value : issue.message);
  const places = issues
    .map((issue) =>
      [placeOf(issue, texts), isSame ? '' : ownText(issue)].filter(Boolean).join(': '),
    )
    .filter((place) => place !== '')
    .map(text);
  const rest = places.slice(maxPlaces);
  const more =
    rest.length === 0
      ? ''
      : `<details><summary>${text(texts.say('report.more', { count: rest.length }))}</summary>${rest.join('<br>')}</details>`;
  const words = [
    text(isSame ? message : (texts.issue(code, 'title', {}) ?? message)),
    ...(hint ? [`<span class="hint">${text(hint)}</span>`] : []),
    ...(ledgerCode === null ? [] : [`<span class="code">${text(ledgerCode)}</span>`]),
  ];
  return `<tr><td class="state ${severity}">${text(texts.say(`validate.severity.${severity}`))}</td><td>${words.join('<br>')}</td><td>${places.slice(0, maxPlaces).join('<br>')}${more}</td></tr>\n`;
}

/** In print each file takes one line if its name, state and taxpayer fit: none is cut. */
const columnWidths = [24, 12, 17.5, 6, 21.5, 6, 8.5, 4.5]
  .map((width, index) => `.files th:nth-child(${index + 1}) { width: ${width}%; }`)
  .join(' ');

const style = `
:root { color-scheme: light; font: 14px/1.45 system-ui, sans-serif; color: #1b1f24; background: #fff; }
body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0; } summary { margin: .75rem 0 .25rem; padding: .35rem 0; overflow-wrap: anywhere; cursor: pointer; }
.when, .hint { color: #57606a; } .sum { font-weight: 600; }
table { border-collapse: collapse; width: 100%; } thead { display: table-header-group; }
th, td { border-bottom: 1px solid #d0d7de; padding: .35rem .5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.files td { overflow-wrap: break-word; }
thead th { border-bottom: 2px solid #57606a; overflow-wrap: normal; white-space: nowrap; } tbody th { font-weight: 400; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .state { overflow-wrap: normal; } .code { color: #57606a; font-family: monospace; font-size: 11px; }
td summary { margin: 0; padding: 0; }
.valid { color: #116329; } .warnings, .warning { color: #7a4d00; } .invalid, .error, .unreadable { color: #a40e26; font-weight: 600; }
@media print { :root { font-size: 8pt; } body { margin: 0; padding: 0; max-width: none; } tr, summary { break-inside: avoid; } summary { break-after: avoid; } details:not([open]) { display: none; } td details:not([open]) { display: block; } @page { size: A4 landscape; margin: 12mm; } }
@media print { .files { table-layout: fixed; } .files th, .files td { padding: .15rem .4rem; } .files td:not(.state, .n, :nth-child(5)) { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; } .files .n { white-space: normal; } ${columnWidths} }
`;
