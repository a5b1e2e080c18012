import type { Output } from '../../../contract/methods.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';

type Corrections = Pick<
  Output<'submissions.corrections'>,
  'rejected' | 'acceptedWithErrors' | 'files'
>;
export type Which = 'rejected' | 'accepted_with_errors' | 'not_recorded' | 'recorded';

/** Unsent corrections on Submit, without cancellations. */
export function waitingCorrections({ files }: Pick<Corrections, 'files'>): readonly WorklistFile[] {
  return files.filter((file) => file.submission === null && file.origin?.kind !== 'cancellation');
}

/** The corrections still to be made: those with records that do not wait on Submit already. */
export function toMake(corrections: Corrections): readonly Which[] {
  const waiting = new Set(waitingCorrections(corrections).map((file) => file.origin?.kind));
  const counts = {
    rejected: corrections.rejected,
    accepted_with_errors: corrections.acceptedWithErrors,
  };
  return (['rejected', 'accepted_with_errors'] as const).filter(
    (which) => counts[which] > 0 && !waiting.has(which),
  );
}

/** The choices where the LROE has some of the refused records already. */
export function waysForRecorded({
  rejected,
  recorded,
  files,
}: Pick<Output<'submissions.corrections'>, 'rejected' | 'recorded' | 'files'>): readonly Which[] {
  if (recorded === 0 || waitingCorrections({ files }).length > 0) return [];
  return rejected > recorded ? ['not_recorded', 'recorded'] : ['recorded'];
}
