import type { Operation } from '../../contract/form.ts';
import type { LedgerFault } from '../../main/validator/validator-port.ts';

/** A record's state in the ledger: absent, live or cancelled. */
export type RecordPresence = 'absent' | 'live' | 'cancelled';

/** A record before the ledger's decision. */
export interface RecordCase {
  readonly operation: Operation;
  readonly standing: RecordPresence;
  /** The first content rule that it breaks; null when it breaks none. */
  readonly fault: Finding | null;
}

/** A rule's result: the record is refused, or stored although it must be fixed. */
export type Finding = Pick<LedgerFault, 'state' | 'code'>;

/**
 * What the ledger says of a record: its first fault only, or null. Its validation document puts a
 * record's state before its content. Content rules are those of `main/validator/rules`; a rule that
 * needs the ledger's memory is added here, and its texts to `codes.ts`.
 */
export function examine({ operation, standing, fault }: RecordCase): Finding | null {
  const code = stateFault(operation, standing);
  return code === null ? fault : { state: 'incorrect', code };
}

function stateFault(operation: Operation, standing: RecordPresence): string | null {
  // A live record cannot be created again, a cancelled one can.
  if (operation === 'creation') return standing === 'live' ? 'B4_2000003' : null;
  // A change needs a live record, a cancellation one that existed. Nothing is cancelled twice.
  if (standing === 'live') return null;
  return operation === 'cancellation' && standing === 'cancelled' ? 'B4_2000006' : 'B4_2000004';
}
