import type { Operation } from '../../contract/form.ts';
import type { LedgerFault, RecordSummary } from '../../main/validator/validator-port.ts';

/** A record's state in the ledger: absent, live or cancelled. */
export type RecordPresence = 'absent' | 'live' | 'cancelled';

/** A record before the ledger's decision. */
export interface RecordCase {
  readonly operation: Operation;
  readonly record: RecordSummary;
  readonly standing: RecordPresence;
  /** The first content rule that it breaks; null when it breaks none. */
  readonly fault: Finding | null;
}

/** A rule's result: the record is refused, or stored although it must be fixed. */
export type Finding = Pick<LedgerFault, 'state' | 'code'>;

/** One rule of the ledger about one record; null when the record complies. */
export type RecordRule = (record: RecordCase) => Finding | null;

/** A creation of an existing record is refused; a cancelled one may be created again. */
const isNew: RecordRule = ({ operation, standing }) =>
  operation === 'creation' && standing === 'live'
    ? { state: 'incorrect', code: 'B4_2000003' }
    : null;

/** A change needs a live record, a cancellation one that existed. */
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

/** A record's content complies with the application's rules. */
const isSound: RecordRule = ({ fault }) => fault;

/**
 * The ledger's rules about a record, in the ledger's order: its validation document puts a record's
 * state before its content. Content rules are those of `main/validator/rules`; a rule that needs
 * the ledger's memory is added to this list, and its texts to `codes.ts`.
 */
export const recordRules: readonly RecordRule[] = [isNew, isThere, isNotCancelled, isSound];

/** The ledger reports only a record's first fault; a refusing error comes before another. */
export function examine(record: RecordCase, rules: readonly RecordRule[]): Finding | null {
  const findings = rules.flatMap((rule) => rule(record) ?? []);
  return findings.find(({ state }) => state === 'incorrect') ?? findings[0] ?? null;
}
