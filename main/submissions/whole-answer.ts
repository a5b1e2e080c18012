import type { Core } from '../core.ts';
import { toCallError } from '../dispatch.ts';
import type { LedgerResponse, SendOutcome } from '../ports.ts';
import { mergeLedgerResponse } from '../service/ledger-response.ts';

/** An answer with what the ledger's own document inside it says; that document is foreign XML and is read in a worker. Never throws: without it an answer is still one. */
export async function readWholeAnswer(core: Core, outcome: SendOutcome): Promise<SendOutcome> {
  if (outcome.kind !== 'answered' || outcome.ledgerResponse === null) return outcome;
  return mergeLedgerResponse(outcome, await readResponse(core, outcome.ledgerResponse));
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
