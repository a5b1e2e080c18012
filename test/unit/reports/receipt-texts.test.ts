import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Receipt } from '../../../main/features/reports/receipt.ts';
import { toMailFile, toPdfFile } from '../../../main/features/reports/receipt-files.ts';
import { toReceiptHtml } from '../../../main/features/reports/receipt-html.ts';
import { toDraftMessage } from '../../../main/features/reports/receipt-mail.ts';
import { createSpeech } from '../../../main/features/reports/receipt-speech.ts';
import { howKnown, messageText } from '../../../main/features/reports/receipt-words.ts';
import { loadTexts } from '../../../main/platform/texts.ts';
import { readPdf } from '../../fixtures/read-pdf.ts';

type Spoken = Parameters<typeof messageText>;
type Known = Parameters<typeof howKnown>;

test('a tax id of a stranger’s history writes no header of a message, and no path', async () => {
  const part = { companyId: '1', fullName: 'Ane', taxId: '../"\r\nBcc: a@b.example', files: [] };
  const receipt: Receipt = {
    ...{ batch: null, environment: 'production', service: null, office: '', officeLogo: '' },
    ...{ parts: [part, part], head: null, createdAt: new Date('2026-11-01'), version: '1.0.0' },
  };
  const { contentBase64 } = await toMailFile(receipt, part, loadTexts('es'));
  expect(Buffer.from(contentBase64, 'base64').toString()).not.toMatch(/^Bcc/m);
  const zip = await toPdfFile(receipt, loadTexts('es'));
  const names = Object.keys(unzipSync(Buffer.from(zip.contentBase64, 'base64')));
  expect(names.join()).toMatch(/^[\w.-]+$/);
});

/** A receipt of so many files of one company. */
function receiptOf(count: number): Receipt {
  const key = { issuer: null, series: null, number: '1', date: null, epigraph: null };
  const record = {
    ...{ position: 1, record: 1, key: { ...key, concept: null, line: null }, counterparty: null },
    ...{ amount: null, state: 'incorrect', code: null, messageEs: null, messageEu: null },
  };
  const submission = {
    ...{ file: 'a.xml', state: 'rejected', period: '2026-Q1', form: null, records: 12_345 },
    ...{ totals: { amount: null, base: null, vat: null, deductibleVat: null }, id: '1' },
    ...{ recordCounts: {}, registrationNumber: null, sentAt: null, fiscalYear: 2026, sha256: '' },
    ...{ answerCode: null, answerMessage: null, identifier: null },
    ...{ createdAt: null, finishedAt: null },
  };
  const file = {
    ...{ submission, sizeBytes: null, answerSha256: null, ledger: null, decision: null },
    ...{ failure: null, isIntact: true, isRepeated: false, later: {}, records: [record] },
    unlisted: 2345,
  };
  const files = Array.from({ length: count }, () => file);
  const part = { companyId: '1', fullName: 'Ane', taxId: 'A1', files };
  return {
    ...{ batch: null, environment: 'production', service: null, office: '', officeLogo: '' },
    ...{ parts: [part], head: null, createdAt: new Date('2026-11-01'), version: '1.0.0' },
  } as unknown as Receipt;
}

test('a receipt tells how many records its list leaves out', async () => {
  const receipt = receiptOf(1);
  const texts = loadTexts('es');
  const { contentBase64 } = await toPdfFile(receipt, texts);
  const told = 'Hay 2.345 registros más que no se muestran';
  expect(readPdf(Buffer.from(contentBase64, 'base64'))).toContain(told);
  expect(toReceiptHtml(receipt, texts)).toContain(told);
});

test('a receipt of many files leaves time for other work', async () => {
  // The library is loaded with the first one.
  await toPdfFile(receiptOf(1), loadTexts('es'));
  let others = 0;
  const work = () => {
    others += 1;
    setImmediate(work).unref();
  };
  setImmediate(work).unref();
  await toPdfFile(receiptOf(20), loadTexts('es'));
  expect(others).toBeGreaterThanOrEqual(40);
});

test.each([
  ['eu', 'es', 'eu', 'eu'],
  ['es', 'es', 'eu', 'es'],
  ['en', 'es', 'eu', 'es'],
  ['eu', 'es', null, 'es'],
  ['es', null, 'eu', 'eu'],
  ['en', null, null, ''],
])('in %s the message of %s and %s is %s', (language, messageEs, messageEu, expected) => {
  const [record, speech] = [{ messageEs, messageEu }, { texts: { language } }] as unknown as Spoken;
  expect(messageText(record, speech)).toBe(expected);
});

test.each([
  ['service_refused', 'noAnswer'],
  ['service_unclear', 'service_unclear'],
  ['service_unavailable', 'service_unavailable'],
  ['connection_lost', 'connection_lost'],
])('an unknown outcome after %s is told by %s', (failure, told) => {
  const recordCounts = { correct: 0, acceptedWithErrors: 0, incorrect: 0 };
  const submission = { state: 'unknown', answerCode: failure, answerMessage: null, recordCounts };
  const file = { submission, answerSha256: null, decision: null, failure };
  const texts = { happened: ({ code }: { code: string }) => code };
  const [known, speech] = [file, { texts, say: (key: string) => key }] as unknown as Known;
  expect(howKnown(known, speech)).toBe(told);
});

/** What stops a file before it leaves. */
const stopping = [
  ...['authorization_required', 'authorization_unresolved', 'authorization_expired'],
  ...['company_without_key', 'company_unknown', 'company_archived', 'company_outside_bizkaia'],
  ...['company_tax_id_changed', 'connection_missing', 'certificate_key_missing'],
] as const satisfies readonly ErrorCode[];

test.each(['es', 'eu', 'en'] as const)(
  'in %s no reason of a file that never left has a gap for a value that the history lacks',
  (language) => {
    const recordCounts = { correct: 0, acceptedWithErrors: 0, incorrect: 0 };
    const submission = { state: 'failed', answerCode: null, answerMessage: null, recordCounts };
    for (const failure of stopping) {
      const file = { submission, answerSha256: null, decision: null, failure };
      const [known, speech] = [file, createSpeech(loadTexts(language))] as unknown as Known;
      expect(howKnown(known, speech), failure).not.toMatch(/^\s| {2}|\s[.,:;]|: \./);
    }
  },
);

test('a result that a person recorded beside an unclear answer has the answer’s text too', () => {
  const submission = { state: 'accepted', answerCode: 'answer_contradictory', answerMessage: 'No' };
  const decision = { at: '2026-11-01T10:00:00Z', note: 'Visto' };
  const file = { submission, answerSha256: 'a1', decision, failure: null };
  const say = (key: string, params: object) => [key, ...Object.values(params)].join('=');
  const [known, speech] = [file, { say, instant: () => 'hoy' }] as unknown as Known;
  expect(howKnown(known, speech)).toBe('byPerson=hoy note=Visto said=No');
});

test.each(['ñ'.repeat(90), '😀'.repeat(40), 'plain'])(
  'a subject fits encoded words: %s',
  (subject) => {
    const attachment = { name: 'a.pdf', bytes: Buffer.from('x') };
    const message = toDraftMessage({ subject, body: '', attachment }).toString();
    const words = /Subject: ((?:=\?utf-8\?B\?[^?]*\?=(?:\r\n )?)+)/
      .exec(message)?.[1]
      ?.split('\r\n ');
    expect(Math.max(...(words ?? []).map(({ length }) => length))).toBeLessThanOrEqual(75);
    const read = words
      ?.map((word) => Buffer.from(word.slice(10, -2), 'base64').toString())
      .join('');
    expect(read).toBe(subject);
  },
);
