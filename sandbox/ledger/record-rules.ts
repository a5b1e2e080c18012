import type { Operation } from '../../contract/form.ts';
import type { RecordSummary } from '../../main/ports.ts';

/** What the ledger has of a record: nothing, a live one, or a cancelled one. */
export type Standing = 'absent' | 'live' | 'cancelled';

/** A record before the ledger decides on it. */
export interface RecordCase {
  readonly operation: Operation;
  readonly record: RecordSummary;
  readonly standing: Standing;
}

/** What a rule finds: the record is refused, or stored although it must be mended. */
export interface Finding {
  readonly state: 'incorrect' | 'accepted_with_errors';
  /** The ledger's code, see `codes.ts`. */
  readonly code: string;
}

/** One rule of the ledger about one record; null when the record keeps it. */
export type RecordRule = (record: RecordCase) => Finding | null;

/** A creation of what the ledger has is refused; what was cancelled may be created anew. */
const isNew: RecordRule = ({ operation, standing }) =>
  operation === 'creation' && standing === 'live' ? { state: 'incorrect', code: 'B4_2000003' } : null;

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

/**
 * The ledger's rules about a record, in the order in which it looks at them. This is the place for its business rules: a rule is added to this list
 * and its texts to `codes.ts`.
 */
export const recordRules: readonly RecordRule[] = [isNew, isThere, isNotCancelled];

/** The ledger tells only the first fault of a record; an error that refuses it comes before one that does not. */
export function examine(record: RecordCase, rules: readonly RecordRule[]): Finding | null {
  const findings = rules.flatMap((rule) => rule(record) ?? []);
  return findings.find(({ state }) => state === 'incorrect') ?? findings[0] ?? null;
}
