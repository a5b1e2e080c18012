import type { Operation } from '../../contract/form.ts';
import type { LedgerFault, RecordSummary } from '../../main/validator/validator-port.ts';

/** What the ledger has of a record: nothing, a live one, or a cancelled one. */
export type RecordPresence = 'absent' | 'live' | 'cancelled';

/** A record before the ledger decides on it. */
export interface RecordCase {
  readonly operation: Operation;
  readonly record: RecordSummary;
  readonly standing: RecordPresence;
  /** The first rule about its content that it breaks; null when it keeps them all. */
  readonly fault: Finding | null;
}

/** What a rule finds: the record is refused, or stored although it must be fixed. */
export type Finding = Pick<LedgerFault, 'state' | 'code'>;

/** One rule of the ledger about one record; null when the record keeps it. */
export type RecordRule = (record: RecordCase) => Finding | null;

/** A creation of what the ledger has is refused; what was cancelled may be created anew. */
const isNew: RecordRule = ({ operation, standing }) =>
  operation === 'creation' && standing === 'live'
    ? { state: 'incorrect', code: 'B4_2000003' }
    : null;

/** A change needs a live record, a cancellation one that was there once. */
const isThere: RecordRule = ({ operation, standing }) => {
  const isMissing =
    (operation === 'modification' && standing !== 'live') ||
    (operation === 'cancellation' && standing === 'absent');
  return isMissing ? { state: 'incorrect', code: 'B4_2000004' } : null;
};

/** Nothing is cancelled twice. */
const isNotCancelled: RecordRule = ({ operation, standing }) =>
  operation === 'cancellation' && standing === 'cancelled'
    ? { state: 'incorrect', code: 'B4_2000006' }
    : null;

/** What is in the record keeps the rules, which are the application's own. */
const isSound: RecordRule = ({ fault }) => fault;

/**
 * The ledger's rules about a record, in the order in which it looks at them: its validation
 * document speaks of what it has before what is in a record. The rules about content are those of
 * `main/validator/rules`; a rule that needs the ledger's memory is added to this list, and its
 * texts to `codes.ts`.
 */
export const recordRules: readonly RecordRule[] = [isNew, isThere, isNotCancelled, isSound];

/**
 * The ledger tells only the first fault of a record; an error that refuses it comes before one that
 * does not.
 */
export function examine(record: RecordCase, rules: readonly RecordRule[]): Finding | null {
  const findings = rules.flatMap((rule) => rule(record) ?? []);
  return findings.find(({ state }) => state === 'incorrect') ?? findings[0] ?? null;
}
