import { formText, type Texts } from '../../platform/texts.ts';
import { escapeMarkup as text } from './markup.ts';
import { toPrintedPage } from './printed-page.ts';
import type { BatchReport, PrintedIssue, ReportedFile } from './report.ts';

/** The verdict of a batch as a page to print or keep. */
export function toHtml(batch: BatchReport, texts: Texts): string {
  const title = texts.say('report.title');
  const when = new Intl.DateTimeFormat(texts.language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Madrid',
  });
  const rows = batch.files.map((file) => summaryRow(file, texts)).join('');
  const details = batch.files
    .filter(({ report }) => report.issues.length > 0)
    .map((file) => fileSection(file, texts));
  const heads = ['file', 'verdict', 'form', 'fiscalYear', 'taxpayer', 'records', 'total', 'issues'];
  const body = `<h1>${text(title)}</h1>
<p class="when">${text(texts.say('report.created', { when: when.format(batch.createdAt), version: batch.version }))}</p>
<p class="sum">${text(summaryText(batch, texts))}</p>
<table>
<thead><tr>${heads.map((head) => `<th scope="col">${text(texts.say(`report.column.${head}`))}</th>`).join('')}</tr></thead>
<tbody>${rows}</tbody>
</table>
${details.join('\n')}`;
  return toPrintedPage({ language: texts.language, title, style, body });
}

function summaryText({ summary }: BatchReport, texts: Texts): string {
  const counts = (['valid', 'warnings', 'invalid', 'unreadable'] as const)
    .filter((verdict) => summary[verdict] > 0)
    .map((verdict) => texts.say(`validate.count.${verdict}`, { count: summary[verdict] }));
  const counted = (key: string, count: number) =>
    texts.say(key, { count, number: texts.number(count) });
  return [
    counted('validate.files', summary.files),
    ...counts,
    counted('validate.records', summary.records),
  ].join(' · ');
}

function summaryRow({ report, totalIssues }: ReportedFile, texts: Texts): string {
  const { file, verdict, form, fiscalYear, taxpayer, records, totals } = report;
  const cells = [
    `<th scope="row">${text(file)}</th>`,
    `<td class="${verdict}">${text(texts.say(`validate.verdict.${verdict}`))}</td>`,
    `<td>${text(formText(form, texts))}</td>`,
    `<td class="n">${fiscalYear ?? ''}</td>`,
    `<td>${text(taxpayer === null ? '' : `${taxpayer.taxId} ${taxpayer.name}`.trim())}</td>`,
    `<td class="n">${form === null ? '' : text(texts.number(records))}</td>`,
    `<td class="n">${totals.amount === null ? '' : text(`${texts.amount(totals.amount)} €`)}</td>`,
    `<td class="n">${text(texts.number(totalIssues))}</td>`,
  ];
  return `<tr>${cells.join('')}</tr>\n`;
}

function fileSection({ report, totalIssues }: ReportedFile, texts: Texts): string {
  const heads = ['severity', 'place', 'message', 'code'];
  const left = totalIssues - report.issues.length;
  const more =
    left > 0
      ? `<p>${text(texts.say('validate.moreIssues', { count: left, number: texts.number(left) }))}</p>`
      : '';
  return `<section>
<h2>${text(report.file)}</h2>
<table>
<thead><tr>${heads.map((head) => `<th scope="col">${text(texts.say(`report.column.${head}`))}</th>`).join('')}</tr></thead>
<tbody>${report.issues.map((issue) => issueRow(issue, texts)).join('')}</tbody>
</table>
${more}</section>`;
}

function issueRow(issue: PrintedIssue, texts: Texts): string {
  const { severity, code, ledgerCode, message, hint, record, recordKey, line, column } = issue;
  const key = [recordKey?.issuer, recordKey?.series, recordKey?.number, recordKey?.date]
    .filter(Boolean)
    .join(' ');
  const places = [
    record === null ? '' : texts.say('validate.record', { record: texts.number(record) }),
    key,
    line === null ? '' : texts.say('validate.place', { line, column: column ?? 1 }),
  ];
  const words =
    hint === null || hint === ''
      ? text(message)
      : `${text(message)}<br><span class="hint">${text(hint)}</span>`;
  return `<tr><td class="${severity}">${text(texts.say(`validate.severity.${severity}`))}</td><td>${places
    .filter((place) => place !== '')
    .map(text)
    .join(
      '<br>',
    )}</td><td>${words}</td><td class="code">${text(code)}${ledgerCode === null ? '' : `<br>${text(ledgerCode)}`}</td></tr>\n`;
}

const style = `
:root { color-scheme: light; font: 14px/1.45 system-ui, sans-serif; color: #1b1f24; background: #fff; }
body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
.when, .hint { color: #57606a; } .sum { font-weight: 600; }
table { border-collapse: collapse; width: 100%; } thead { display: table-header-group; }
th, td { border-bottom: 1px solid #d0d7de; padding: .35rem .5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
thead th { border-bottom: 2px solid #57606a; } tbody th { font-weight: 400; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .code { font-family: monospace; font-size: 12px; }
.valid { color: #116329; } .warnings, .warning { color: #7a4d00; } .invalid, .error, .unreadable { color: #a40e26; font-weight: 600; }
@media print { body { margin: 0; max-width: none; } tr { break-inside: avoid; } @page { size: A4 landscape; margin: 12mm; } }
`;
