import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { shownStateOf } from '../../../contract/shown-state.ts';
import type { Texts } from '../../platform/texts.ts';
import { readLogo } from './logo.ts';
import { PdfSheet, type SheetColumn } from './pdf-sheet.ts';
import type { Receipt, ReceiptFile, ReceiptPart } from './receipt.ts';
import { periodsOf, periodsText } from './receipt-period.ts';
import { createSpeech, type Speech } from './receipt-speech.ts';
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

/** Rows written between two yields to other work. */
const rowsInOneGo = 100;

/**
 * One company's receipt as a PDF, the same on every host and from the command line: no host prints
 * it, and nothing in it depends on this computer. The library is loaded with the first receipt.
 */
export async function toReceiptPdf(
  receipt: Receipt,
  part: ReceiptPart,
  texts: Texts,
): Promise<Buffer> {
  const { default: Pdf } = await import('pdfkit');
  const speech = createSpeech(texts);
  const { say } = speech;
  const pdf = new Pdf({
    ...PdfSheet.page,
    lang: texts.language,
    info: {
      Title: `${say('title')} · ${part.fullName}`,
      Author: receipt.office,
      CreationDate: receipt.createdAt,
    },
  });
  const bytes = buffer(pdf);
  const sheet = new PdfSheet(pdf);
  writeHead(sheet, { receipt, part, speech });
  if (part.files.length > 1) {
    const rows = part.files.map((file) => fileCells(file, speech));
    await writeTable(sheet, { shares: fileShares, rows, speech });
  }
  const isOfSeveral = periodsOf(part.files).length > 1;
  for (const file of part.files) await writeFile(sheet, { file, isOfSeveral, speech });
  await writeDetails(sheet, { receipt, part, speech });
  const when = speech.instant(receipt.createdAt.toISOString());
  sheet.end({
    text: `${say('issued', { when, version: receipt.version })} ${say('times')} ${say('nature')}`,
    page: (number, of) => say('page', { number, of }),
  });
  return bytes;
}

interface PartInput {
  readonly receipt: Receipt;
  readonly part: ReceiptPart;
  readonly speech: Speech;
}

function writeHead(sheet: PdfSheet, { receipt, part, speech }: PartInput): void {
  const { say, texts } = speech;
  sheet.letterhead(receipt.office, readLogo(receipt.officeLogo));
  sheet.text(say('title'), 'small');
  sheet.text(part.fullName, 'title');
  sheet.text(say('taxId', { taxId: part.taxId }));
  if (receipt.environment !== 'production') sheet.text(say(receipt.environment), 'strong');
  if (warnsFirst(part)) sheet.text(say('notIntact'), 'strong');
  sheet.facts([
    [say('quarter'), periodsText(periodsOf(part.files), texts)],
    ...(receipt.batch === null
      ? []
      : [[say('batchAt'), speech.instant(receipt.batch.createdAt)] as const]),
    ...sumFacts(part.files, speech),
  ]);
}

const fileShares = { file: 4, form: 3, records: 1.9, amount: 2, result: 2, identifier: 3 } as const;
const recordShares = { number: 1, record: 3, counterparty: 2.4, amount: 1.8, result: 1.8 } as const;
/** A registration number has one line; a longer identifier is broken at its hyphens. */
const maxNumberWidth = 130;
const right: ReadonlySet<string> = new Set(['records', 'amount', 'number']);

interface TableInput {
  /** The columns, with their parts of the width. */
  readonly shares: Readonly<Record<string, number>>;
  readonly rows: readonly (Readonly<Record<string, string>> & { readonly amount: string })[];
  readonly speech: Speech;
}

async function writeTable(sheet: PdfSheet, { shares, rows, speech }: TableInput): Promise<void> {
  const widthOf = (name: string) => sheet.widthOf(rows.map((row) => row[name] ?? ''));
  const least: Readonly<Record<string, number>> = {
    amount: widthOf('amount'),
    identifier: Math.min(widthOf('identifier'), maxNumberWidth),
  };
  const columns = Object.entries(shares).map(([name, share]): SheetColumn => {
    const head = speech.say(`column.${name}`);
    return {
      head,
      share,
      least: Math.max(least[name] ?? 0, sheet.widthOf(head.split(' '), true)),
      align: right.has(name) ? 'right' : 'left',
    };
  });
  sheet.head(columns);
  for (const [index, row] of rows.entries()) {
    sheet.row(
      columns,
      Object.keys(shares).map((name) => row[name] ?? ''),
    );
    if (index % rowsInOneGo === rowsInOneGo - 1) await setImmediate();
  }
}

interface FileInput {
  readonly file: ReceiptFile;
  /** Whether the receipt is of several quarters: each file then names its own. */
  readonly isOfSeveral: boolean;
  readonly speech: Speech;
}

async function writeFile(sheet: PdfSheet, { file, isOfSeveral, speech }: FileInput): Promise<void> {
  const { say, texts } = speech;
  const { submission } = file;
  await setImmediate();
  sheet.text(submission.file, 'heading');
  sheet.text(`${say(`state.${shownStateOf(submission)}`)}. ${howKnown(file, speech)}`);
  if (file.isRepeated) sheet.text(say('repeatedText'), 'small');
  if (!file.isIntact) sheet.text(say('notIntact'), 'strong');
  sheet.facts([
    ...(isOfSeveral ? [[say('quarter'), periodsText(periodsOf([file]), texts)] as const] : []),
    ...fileFacts(file, speech),
    [say('sentAt'), speech.instant(submission.sentAt)],
    [say('registration'), speech.known(submission.registrationNumber)],
    ...ledgerFacts(file, speech),
  ]);
  if (file.records.length === 0) return;
  const rows = file.records.map((record) => recordCells(record, speech));
  // Without reasons the records take one line each, and most receipts one page.
  const hasMessages = rows.some(({ message }) => message !== '');
  const shares = hasMessages ? { ...recordShares, message: 4 } : recordShares;
  await writeTable(sheet, { shares, rows, speech });
  if (file.unlisted > 0) sheet.text(say('unlisted', { count: file.unlisted }), 'strong');
}

/** The proof for experts: identifiers, hashes, the history's seal. */
async function writeDetails(sheet: PdfSheet, { receipt, part, speech }: PartInput): Promise<void> {
  const { say } = speech;
  sheet.text(say('technical'), 'heading');
  sheet.text(say('hashes'), 'small');
  for (const { submission, answerSha256 } of part.files) {
    await setImmediate();
    sheet.facts([
      [say('column.file'), submission.file],
      [say('identifier'), speech.known(submission.identifier)],
      [say('sha256'), submission.sha256],
      [say('answerSha256'), speech.known(answerSha256)],
      [say('submission'), submission.id],
    ]);
  }
  const { head } = receipt;
  if (head === null) {
    sheet.text(say('head.missing'), 'small');
    return;
  }
  sheet.text(say('head.title'), 'heading');
  sheet.text(say('head.text'), 'small');
  sheet.facts(headFacts(head, speech));
}
