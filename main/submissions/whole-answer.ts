import type { Core } from '../core.ts';
import { toCallError } from '../dispatch.ts';
import type { LedgerResponse, RecordSummary, SendOutcome } from '../ports.ts';
import { mergeLedgerResponse, tellByResponse } from '../service/ledger-response.ts';

/** The document that was sent: how many records it has, its bytes when they lie in memory, and a way to read its records that never fails. */
interface SentFile {
  readonly expected: number;
  readonly xml: Uint8Array | null;
  readRecords(): Promise<readonly RecordSummary[]>;
}

interface WholeAnswer {
  readonly outcome: SendOutcome;
  /** Those of the document, to be matched with the answer's. */
  readonly records: readonly RecordSummary[];
}

/**
 * An answer with what the ledger's own document inside it says; that document is foreign XML and is read in a worker. An answer without a result is understood when
 * the document tells every one of the expected records. Never throws: without the document an answer is still one.
 */
export async function readWholeAnswer(
  core: Core,
  outcome: SendOutcome,
  file: SentFile,
): Promise<WholeAnswer> {
  if (outcome.kind === 'answered') {
    const { records, response } = await readBoth(core, outcome.ledgerResponse, file);
    return { outcome: mergeLedgerResponse(outcome, response), records };
  }
  if (outcome.kind !== 'unknown' || !outcome.untold?.ledgerResponse || outcome.raw === null) {
    return { outcome, records: [] };
  }
  const { records, response } = await readBoth(core, outcome.untold.ledgerResponse, file);
  const told = tellByResponse({ ...outcome.untold, raw: outcome.raw }, response, file.expected);
  return told === null ? { outcome, records: [] } : { outcome: told, records };
}

type Both = Pick<WholeAnswer, 'records'> & { readonly response: LedgerResponse | null };

/** Together when that is one question to a thread; each alone when there is only one, or when together they failed: then one of them may still be good. */
async function readBoth(core: Core, answer: Uint8Array | null, file: SentFile): Promise<Both> {
  if (answer === null) return { records: await file.readRecords(), response: null };
  const together = file.xml && (await core.judge.readAnswered(file.xml, answer).catch(() => null));
  if (together?.records && together.response)
    return { records: together.records, response: together.response };
  return { records: await file.readRecords(), response: await readResponse(core, answer) };
}

/** The ledger's own document; null when it is none, or nobody can read it. */
export async function readResponse(core: Core, xml: Uint8Array): Promise<LedgerResponse | null> {
  try {
    const response = await core.judge.readLedgerResponse(xml);
    if (response === null) core.log.warn('ledger_response_not_read', { code: 'answer_not_understood' });
    return response;
  } catch (error) {
    core.log.error('ledger_response_not_read', { code: toCallError(error).code });
    return null;
  }
}
