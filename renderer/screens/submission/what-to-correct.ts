import type { Output } from '../../../contract/methods.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';

type Corrections = Pick<
  Output<'submissions.corrections'>,
  'rejected' | 'recorded' | 'missing' | 'acceptedWithErrors' | 'files'
>;
export type Which = 'rejected' | 'accepted_with_errors' | 'not_recorded' | 'recorded' | 'missing';

/** Unsent corrections on Submit, without cancellations and records modified in their form. */
export function waitingCorrections({ files }: Pick<Corrections, 'files'>): readonly WorklistFile[] {
  return files.filter(
    ({ submission, origin }) =>
      submission === null && origin?.kind !== 'cancellation' && origin?.kind !== 'modified',
  );
}

/**
 * The corrections still to be made: those with records that do not wait on Submit already. Once one
 * waits, it was chosen what becomes of the records that the LROE has, or lacks. One that was fixed,
 * edited or split there may have any of them.
 */
export function toMake(corrections: Corrections): readonly Which[] {
  const { rejected, recorded, missing, acceptedWithErrors } = corrections;
  const waiting = new Set(waitingCorrections(corrections).map((file) => file.origin?.kind));
  if ((['mended', 'edited', 'split'] as const).some((kind) => waiting.has(kind))) return [];
  const others = rejected - recorded - missing;
  const [which, count] =
    waiting.size === 0 ? (['rejected', rejected] as const) : (['not_recorded', others] as const);
  return [
    ...(count > 0 && !waiting.has('rejected') ? [which] : []),
    ...(acceptedWithErrors > 0 && !waiting.has('accepted_with_errors')
      ? (['accepted_with_errors'] as const)
      : []),
  ];
}

/** An action for records that would be refused again, and the files that it makes. */
export interface OtherWay {
  readonly words: 'corrections.leaveOut' | 'corrections.modify' | 'corrections.create';
  readonly makes: readonly Which[];
}

/** The actions where the LROE has some of the refused records already, or lacks those to modify. */
export function otherWays(corrections: Corrections): readonly OtherWay[] {
  const { rejected, recorded, missing, acceptedWithErrors } = corrections;
  if (waitingCorrections(corrections).length > 0) return [];
  const rest: readonly Which[] = [
    ...(rejected > recorded + missing ? (['not_recorded'] as const) : []),
    ...(acceptedWithErrors > 0 ? (['accepted_with_errors'] as const) : []),
  ];
  if (missing > 0) return [{ words: 'corrections.create', makes: ['missing', ...rest] }];
  if (recorded === 0) return [];
  const modify: OtherWay = { words: 'corrections.modify', makes: ['recorded', ...rest] };
  return rejected > recorded ? [{ words: 'corrections.leaveOut', makes: rest }, modify] : [modify];
}
