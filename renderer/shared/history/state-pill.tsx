import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import { isShownState, shownSigns, shownTones } from '../../ui/state-tones.ts';

interface StatePillProps {
  readonly state: string;
  /** Whether it needs no more attention, whatever its state. */
  readonly isSettled?: boolean;
}

/** A submission's state as a pill; for a whole submission, by `shownStateOf`. */
export function StatePill({ state, isSettled = false }: StatePillProps) {
  const { t } = useTexts();
  if (!isShownState(state)) return <Pill tone="grey">{state}</Pill>;
  return (
    <Pill
      tone={isSettled ? 'grey' : shownTones[state]}
      sign={shownSigns[state]}
      testId={`state-${state}`}
    >
      {t(`state.${state}`)}
    </Pill>
  );
}
