import type { SubmissionState } from '../../contract/submission.ts';
import { useTexts } from '../texts.ts';
import { Pill } from '../ui/pill.tsx';
import { stateTones } from '../ui/state-tones.ts';

/** Whether a text names a state; the worklist carries it as plain text. */
export function isSubmissionState(text: string): text is SubmissionState {
  return Object.hasOwn(stateTones, text);
}

/** A submission's state as a pill. */
export function StatePill({ state }: { readonly state: string }) {
  const { t } = useTexts();
  if (!isSubmissionState(state)) return <Pill tone="grey">{state}</Pill>;
  return (
    <Pill tone={stateTones[state]} testId={`state-${state}`}>
      {t(`state.${state}`)}
    </Pill>
  );
}
