import type { Core } from '../core.ts';
import { toCallError } from '../dispatch.ts';
import type { LedgerResponse, SendOutcome } from '../ports.ts';
import { mergeLedgerResponse, tellByResponse } from '../service/ledger-response.ts';

/**
 * An answer with what the ledger's own document inside it says; that document is foreign XML and is read in a worker. An answer without a result is understood when
 * the document tells every one of the `expected` records. Never throws: without the document an answer is still one.
 */
export async function readWholeAnswer(
  core: Core,
  outcome: SendOutcome,
  expected: number,
): Promise<SendOutcome> {
  if (outcome.kind === 'answered') {
    if (outcome.ledgerResponse === null) return outcome;
    return mergeLedgerResponse(outcome, await readResponse(core, outcome.ledgerResponse));
  }
  if (outcome.kind !== 'unknown' || !outcome.untold?.ledgerResponse || outcome.raw === null) return outcome;
  const response = await readResponse(core, outcome.untold.ledgerResponse);
  return tellByResponse({ ...outcome.untold, raw: outcome.raw }, response, expected) ?? outcome;
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
