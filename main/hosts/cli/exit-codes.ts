import type { SubmissionState } from '../../../contract/submission.ts';

/** How a command ended. Scripts rely on these numbers: none changes its meaning. */
export const exitCodes = {
  /** Everything asked for was done; what was sent was accepted. */
  good: 0,
  /** Something was found at fault, or nothing was sent. */
  notGood: 1,
  /** The command could not be carried out: wrong usage, or a fault of the data folder. */
  notCarriedOut: 2,
  /** Something was accepted, and something was not. */
  partly: 3,
  /** Nothing was accepted: the service or the ledger refused it. */
  rejected: 4,
  /** Of something nobody knows yet how it ended. */
  unknown: 5,
  /** Another Zubi has the data folder. */
  inUse: 6,
  /** Ended by a second Ctrl+C, as every program. */
  interrupted: 130,
} as const;

/** The exit code of a refusal. */
export function exitCodeOf(code: string, otherwise: number): number {
  return code === 'data_folder_in_use' ? exitCodes.inUse : otherwise;
}

/** The exit code of files of which some were sent, with the codes of those that were not. */
export function exitCodeOfSending(
  states: readonly SubmissionState[],
  notSent: readonly string[],
): number {
  const has = (...some: SubmissionState[]) => states.some((state) => some.includes(state));
  if (has('unknown', 'queued', 'sending')) return exitCodes.unknown;
  const isAnyAccepted = has('accepted', 'partially_accepted');
  const isAllAccepted = states.every((state) => state === 'accepted') && notSent.length === 0;
  if (isAnyAccepted) return isAllAccepted ? exitCodes.good : exitCodes.partly;
  if (has('rejected')) return exitCodes.rejected;
  const isInUse = notSent.includes('data_folder_in_use');
  return isInUse ? exitCodes.inUse : exitCodes.notGood;
}
