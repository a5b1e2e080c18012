import { toCallError } from '../../call-error.ts';
import type { Core } from '../../core.ts';
import type { LedgerResponse, RecordSummary, SendOutcome } from '../../ports.ts';
import { mergeLedgerResponse, tellByResponse } from '../../service/ledger-response.ts';
import type { Prepared } from './delivery.ts';

/**
 * The document that was sent: its records or its bytes where they lie in memory, and a way to read
 * the records that never fails.
 */
type SentFile = Pick<Prepared, 'records' | 'xml' | 'readRecords'>;

interface WholeAnswer {
  readonly outcome: SendOutcome;
  /** Those of the document, to be matched with the answer's. */
  readonly records: readonly RecordSummary[];
}

/**
 * An answer with what the ledger's own document inside it says; that document is foreign XML: a
 * thread reads it, but for a small one. An answer without a result is understood when the document
 * tells every one of the `expected` records. Never throws: without the document an answer is still
 * one.
 */
export async function readWholeAnswer(
  core: Core,
  outcome: SendOutcome,
  file: SentFile,
  expected: number,
): Promise<WholeAnswer> {
  if (outcome.kind === 'answered') {
    const { records, response } = await readBoth(core, outcome.ledgerResponse, file);
    return { outcome: mergeLedgerResponse(outcome, response), records };
  }
  if (outcome.kind !== 'unknown' || !outcome.untold?.ledgerResponse || outcome.raw === null) {
    return { outcome, records: [] };
  }
  const { records, response } = await readBoth(core, outcome.untold.ledgerResponse, file);
  const told = tellByResponse({ ...outcome.untold, raw: outcome.raw }, response, expected);
  return told === null ? { outcome, records: [] } : { outcome: told, records };
}

type Both = Pick<WholeAnswer, 'records'> & { readonly response: LedgerResponse | null };

/**
 * Together when that is one question to a thread; each alone when there is only one, or when
 * together they failed: then one of them may still be good.
 */
async function readBoth(core: Core, answer: Uint8Array | null, file: SentFile): Promise<Both> {
  const { records, xml } = file;
  if (answer === null) return { records: records ?? (await file.readRecords()), response: null };
  if (records !== null) return { records, response: await readResponse(core, answer) };
  const together = xml && (await core.judge.readAnswered(xml, answer).catch(() => null));
  if (together?.records && together.response)
    return { records: together.records, response: together.response };
  return { records: await file.readRecords(), response: await readResponse(core, answer) };
}

/** The ledger's own document; null when it is none, or nobody can read it. */
export async function readResponse(core: Core, xml: Uint8Array): Promise<LedgerResponse | null> {
  try {
    const response = await core.judge.readLedgerResponse(xml);
    if (response === null)
      core.log.warn('ledger_response_not_read', { code: 'answer_not_understood' });
    return response;
  } catch (error) {
    core.log.error('ledger_response_not_read', { code: toCallError(error).code });
    return null;
  }
}
