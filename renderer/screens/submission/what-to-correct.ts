import type { Output } from '../../../contract/methods.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';

type Corrections = Pick<
  Output<'submissions.corrections'>,
  'rejected' | 'acceptedWithErrors' | 'files'
>;
export type Which = 'rejected' | 'accepted_with_errors' | 'not_recorded' | 'recorded' | 'missing';

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

/** An action for records that would be refused again, and the files that it makes. */
export interface OtherWay {
  readonly words: 'corrections.leaveOut' | 'corrections.modify' | 'corrections.create';
  readonly makes: readonly Which[];
}

/** The actions where the LROE has some of the refused records already, or lacks those to modify. */
export function otherWays({
  rejected,
  recorded,
  missing,
  files,
}: Pick<
  Output<'submissions.corrections'>,
  'rejected' | 'recorded' | 'missing' | 'files'
>): readonly OtherWay[] {
  if (waitingCorrections({ files }).length > 0) return [];
  if (missing > 0) {
    const rest: readonly Which[] = rejected > missing ? ['not_recorded'] : [];
    return [{ words: 'corrections.create', makes: ['missing', ...rest] }];
  }
  if (recorded === 0) return [];
  const modify: OtherWay = { words: 'corrections.modify', makes: ['recorded'] };
  return rejected > recorded
    ? [{ words: 'corrections.leaveOut', makes: ['not_recorded'] }, modify]
    : [modify];
}
