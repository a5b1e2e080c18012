import type { SubmissionState } from '../../../contract/submission.ts';

/** How a command ended. Scripts rely on these numbers: none changes its meaning. */
export const exitCodes = {
  /** Everything was done; all that was sent was accepted. */
  good: 0,
  /** Faults were found, or nothing was sent. */
  notGood: 1,
  /** The command could not run: wrong usage, or a fault of the data folder. */
  notCarriedOut: 2,
  /** Part was accepted, part was not. */
  partly: 3,
  /** Nothing was accepted: the service or the ledger refused it. */
  rejected: 4,
  /** The outcome of at least one file is unknown. */
  unknown: 5,
  /** Another Zubi uses the data folder. */
  inUse: 6,
  /** Ended by a second Ctrl+C, like every program. */
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
