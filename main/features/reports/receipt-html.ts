import { shownStateOf } from '../../../contract/shown-state.ts';
import { escapeMarkup as text } from '../../platform/markup.ts';
import type { Texts } from '../../platform/texts.ts';
import { toPrintedPage } from './printed-page.ts';
import type { Receipt, ReceiptFile, ReceiptPart } from './receipt.ts';
import { createSpeech, type Speech } from './receipt-speech.ts';
import { receiptStyle } from './receipt-style.ts';
import { sumFacts } from './receipt-sums.ts';
import {
  fileCells,
  fileFacts,
  headFacts,
  howKnown,
  ledgerFacts,
  recordCells,
  warnsFirst,
} from './receipt-words.ts';

/** A page to print or keep; each company's part begins a new page. */
export function toReceiptHtml(receipt: Receipt, texts: Texts): string {
  const speech = createSpeech(texts);
  const body = receipt.parts.map((part) => partSection(receipt, part, speech)).join('\n');
  return toPrintedPage({
    language: texts.language,
    title: speech.say('title'),
    style: receiptStyle,
    body,
  });
}

function partSection(receipt: Receipt, part: ReceiptPart, speech: Speech): string {
  const { say } = speech;
  const { batch, environment, office, service } = receipt;
  const facts = [
    ...(office === '' ? [] : [fact(say('office'), office)]),
    ...(service === null ? [] : [fact(say('service'), service)]),
    ...(batch
      ? [fact(say('batch'), batch.id), fact(say('batchAt'), speech.instant(batch.createdAt))]
      : []),
  ];
  const issued = say('issued', {
    when: speech.instant(receipt.createdAt.toISOString()),
    version: receipt.version,
  });
  return `<section class="part">
<header>
<p class="kind">${text(say('title'))}</p>
<h1>${text(part.fullName)}</h1>
<p class="id">${text(say('taxId', { taxId: part.taxId }))}</p>
</header>
${environment === 'production' ? '' : `<p class="notice">${text(say(environment))}</p>`}
${warnsFirst(part) ? `<p class="notice">${text(say('notIntact'))}</p>` : ''}
<dl class="facts">${facts.join('')}</dl>
${part.files.length > 1 ? sumsTable(part, speech) + filesTable(part, speech) : ''}
${part.files.map((file) => fileSection(file, speech)).join('\n')}
${headSection(receipt, speech)}
<footer><p>${text(issued)}</p><p>${text(say('nature'))}</p><p>${text(say('times'))}</p><p>${text(say('hashes'))}</p></footer>
</section>`;
}

/** The seal of the history on paper, for whoever verifies it without this application. */
function headSection({ head }: Receipt, speech: Speech): string {
  const { say } = speech;
  if (head === null) return `<p class="notice">${text(say('head.missing'))}</p>`;
  const facts = headFacts(head, speech).map(([name, value]) =>
    fact(name, value, value.length < 16 ? '' : 'wide code'),
  );
  return `<section class="head"><h2>${text(say('head.title'))}</h2>
<p>${text(say('head.text'))}</p><dl class="facts">${facts.join('')}</dl></section>`;
}

const classed = (name = '') => (name === '' ? '' : ` class="${name}"`);

const fact = (name: string, value: string, kind?: string) =>
  `<div${classed(kind)}><dt>${text(name)}</dt><dd>${text(value)}</dd></div>`;

function sumsTable(part: ReceiptPart, speech: Speech): string {
  const results = speech.say('results');
  const facts = sumFacts(part.files, speech).map(([name, value]) =>
    fact(name, value, name === results ? 'wide' : ''),
  );
  return `<dl class="sums">
${facts.join('')}
</dl>`;
}

function filesTable({ files }: ReceiptPart, speech: Speech): string {
  const rows = files.map((file, index) => ({
    state: shownStateOf(file.submission),
    cells: { number: String(index + 1), ...fileCells(file, speech) },
  }));
  return tableOf('files', rows, speech);
}

/** The cells of a row by their columns, and the class of its result. */
interface Row {
  readonly state: string;
  readonly cells: Readonly<Record<string, string>>;
}

const looks: ReadonlyMap<string, string> = new Map([
  ...['number', 'records', 'amount'].map((column) => [column, 'n'] as const),
  ['identifier', 'code'],
]);

function tableOf(kind: string, rows: readonly Row[], { say }: Speech): string {
  const columns = Object.keys(rows[0]?.cells ?? {});
  const heads = columns.map((column) => `<th scope="col">${text(say(`column.${column}`))}</th>`);
  const cell = (column: string, value: string, state: string) => {
    if (column === 'file') return `<th scope="row">${text(value)}</th>`;
    const look = column === 'result' ? state : looks.get(column);
    return `<td${classed(look)}>${text(value)}</td>`;
  };
  const lines = rows.map(({ state, cells }) =>
    Object.entries(cells).map(([column, value]) => cell(column, value, state)),
  );
  return `<table class="${kind}">
<thead><tr>${heads.join('')}</tr></thead>
<tbody>${lines.map((cells) => `<tr>${cells.join('')}</tr>`).join('\n')}</tbody>
</table>`;
}

function fileSection(file: ReceiptFile, speech: Speech): string {
  const { say, texts } = speech;
  const { submission } = file;
  const state = shownStateOf(submission);
  const size =
    file.sizeBytes === null ? null : say('bytes', { number: texts.number(file.sizeBytes) });
  const facts = [
    ...fileFacts(file, speech).map(([name, value]) => fact(name, value)),
    fact(say('queuedAt'), speech.instant(submission.createdAt)),
    fact(say('sentAt'), speech.instant(submission.sentAt)),
    fact(say('finishedAt'), speech.instant(submission.finishedAt)),
    fact(say('identifier'), speech.known(submission.identifier)),
    fact(say('registration'), speech.known(submission.registrationNumber)),
    ...ledgerFacts(file, speech).map(([name, value]) => fact(name, value)),
    fact(say('size'), speech.known(size)),
    fact(say('sha256'), submission.sha256, 'wide code'),
    fact(say('answerSha256'), speech.known(file.answerSha256), 'wide code'),
    fact(say('submission'), submission.id, 'wide code'),
  ];
  return `<article>
<h2>${text(submission.file)}</h2>
<p class="result ${state}"><strong>${text(say(`state.${state}`))}</strong> ${text(howKnown(file, speech))}</p>
${file.isRepeated ? `<p class="note">${text(say('repeatedText'))}</p>` : ''}
${file.isIntact ? '' : `<p class="notice">${text(say('notIntact'))}</p>`}
<dl class="facts">${facts.join('')}</dl>
${recordsTable(file, speech)}
</article>`;
}

function recordsTable({ records, unlisted }: ReceiptFile, speech: Speech): string {
  if (records.length === 0) return '';
  const rows = records.map((record) => {
    const { message, ...cells } = recordCells(record, speech);
    const words = [record.code, message].filter(Boolean).join(': ');
    return { state: record.state, cells: { ...cells, message: words } };
  });
  const words = speech.say('unlisted', { count: unlisted });
  const more = unlisted > 0 ? `<p class="notice">${text(words)}</p>` : '';
  return tableOf('records', rows, speech) + more;
}
