import type { RecordKey } from '../../../contract/form.ts';
import { shownStateOf } from '../../../contract/shown-state.ts';
import type { RecordResult } from '../../../contract/submission.ts';
import { formText } from '../../platform/texts.ts';
import type { Receipt, ReceiptFile, ReceiptPart } from './receipt.ts';
import type { Speech } from './receipt-speech.ts';

/** A name and its value. */
export type Fact = readonly [name: string, value: string];

function resultText({ submission, isRepeated }: ReceiptFile, { say }: Speech): string {
  const state = say(`state.${shownStateOf(submission)}`);
  return isRepeated ? `${state} (${say('repeated')})` : state;
}

/** In histories older than `service_unclear`: their sentences say that nothing was processed. */
const refusals = /^service_(?!unavailable|redirected|unclear)/;

/** The origin of the result: an answer, a person, or none. */
export function howKnown(
  { submission, answerSha256, decision, failure }: ReceiptFile,
  speech: Speech,
): string {
  const { say, instant, texts } = speech;
  const said = [submission.answerCode, submission.answerMessage].filter(Boolean).join(': ');
  if (decision !== null) {
    const { answerMessage } = submission;
    // The code of an unclear answer is this application's own.
    const words = [
      say('byPerson', { when: instant(decision.at) }),
      decision.note === null ? '' : say('note', { note: decision.note }),
      answerSha256 === null || !answerMessage ? '' : say('said', { said: answerMessage }),
    ];
    return words.filter(Boolean).join(' ');
  }
  const isUnknown = shownStateOf(submission) === 'unknown';
  if (isUnknown && refusals.test(failure ?? '')) return say('noAnswer');
  // Their messages name values that the history does not keep.
  if (failure === 'authorization_expired' || failure === 'company_without_key')
    return texts.title({ code: failure, details: {} });
  if (failure !== null) return texts.happened({ code: failure, details: {} });
  if (isUnknown) return say('noAnswer');
  if (answerSha256 === null) return '';
  const byAnswer = say('byAnswer', { when: instant(submission.finishedAt) });
  return said === '' ? byAnswer : `${byAnswer} ${say('said', { said })}`;
}

/** A file's book, its records and their results, what became of them, its amounts. */
export function fileFacts(file: ReceiptFile, speech: Speech): readonly Fact[] {
  const { say, amount, texts } = speech;
  const { form, fiscalYear, totals } = file.submission;
  return [
    [say('form'), `${formText(form, texts)}, ${fiscalYear}`],
    [say('records'), recordsText(file, speech)],
    ...laterFacts(file, speech),
    [say('amount'), amount(totals.amount)],
    ...partFacts(file, speech),
  ];
}

/** The number of records, then how many have each result, where the answer gives results. */
function recordsText({ submission }: ReceiptFile, { say, texts }: Speech): string {
  const told = Object.entries(submission.recordCounts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => say(`counts.${name}`, { count }));
  return [texts.number(submission.records), ...told].join(' · ');
}

/** What later submissions did to these records: without it a cancelled one still seems valid. */
function laterFacts({ later }: ReceiptFile, { say }: Speech): readonly Fact[] {
  const told = Object.entries(later)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => say(`later.${name}`, { count }));
  return told.length === 0 ? [] : [[say('later.title'), told.join(' · ')]];
}

/**
 * Whether a part begins with the warning of one of its files: its sums count that file, whose own
 * warning may be many pages below.
 */
export const warnsFirst = ({ files }: ReceiptPart): boolean =>
  files.length > 1 && !files.every(({ isIntact }) => isIntact);

/** The cells of a file in the list of a company's files. */
export function fileCells(file: ReceiptFile, speech: Speech) {
  const { submission } = file;
  return {
    file: submission.file,
    form: formText(submission.form, speech.texts),
    records: speech.texts.number(submission.records),
    amount: speech.amount(submission.totals.amount),
    result: resultText(file, speech),
    identifier: speech.known(submission.registrationNumber ?? submission.identifier),
  };
}

/** The cells of a record in the list of a file's records. */
export function recordCells(result: RecordResult, speech: Speech) {
  const { record, key, counterparty, amount, state } = result;
  return {
    number: record === null ? '' : String(record),
    record: recordName(key, speech),
    counterparty: counterparty ?? '',
    amount: amount === null ? '' : speech.amount(amount),
    result: speech.say(`record.${state}`),
    message: messageText(result, speech),
  };
}

/** What identifies a record, as the window writes it. */
function recordName(key: RecordKey, { ledgerMoment }: Speech): string {
  const invoice = [key.series, key.number].filter(Boolean).join('/');
  const day = key.date === null ? null : ledgerMoment(key.date);
  const parts = [key.issuer, invoice, key.epigraph, key.concept, key.line, day];
  return parts.filter(Boolean).join(' · ');
}

/** What the answer says of a record, in the receipt's language where it has one. */
export function messageText({ messageEs, messageEu }: RecordResult, { texts }: Speech): string {
  return (texts.language === 'eu' ? messageEu : null) ?? messageEs ?? messageEu ?? '';
}

/** The parts of a file's amount that it gives. */
function partFacts({ submission }: ReceiptFile, { say, amount }: Speech): readonly Fact[] {
  const { base, vat, deductibleVat } = submission.totals;
  return Object.entries({ base, vat, deductibleVat }).flatMap(([name, value]) =>
    value === null ? [] : [[say(name), amount(value)] as const],
  );
}

/** What the ledger's own document says of the presentation. */
export function ledgerFacts({ ledger }: ReceiptFile, speech: Speech): readonly Fact[] {
  if (ledger === null) return [];
  const { say, ledgerMoment, known } = speech;
  return [
    [say('presentedAt'), ledgerMoment(ledger.presentedAt)],
    [say('presenter'), known(ledger.presenter)],
  ];
}

/** The seal of the history, for whoever verifies it without this application. */
export function headFacts(head: NonNullable<Receipt['head']>, { say }: Speech): readonly Fact[] {
  return [
    [say('head.number'), String(head.number)],
    [say('head.day'), head.day],
    [say('head.history'), head.history],
    [say('head.hash'), head.hash],
    [say('head.publicKey'), head.publicKey],
    [say('head.signature'), head.signature],
  ];
}
