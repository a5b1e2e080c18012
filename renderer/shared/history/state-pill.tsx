import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import { isSubmissionState, stateTones } from '../../ui/state-tones.ts';

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
