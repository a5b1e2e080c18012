import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import { isShownState, shownSigns, shownTones } from '../../ui/state-tones.ts';

/** A submission's state as a pill; for a whole submission, by `shownStateOf`. */
export function StatePill({ state }: { readonly state: string }) {
  const { t } = useTexts();
  if (!isShownState(state)) return <Pill tone="grey">{state}</Pill>;
  return (
    <Pill tone={shownTones[state]} sign={shownSigns[state]} testId={`state-${state}`}>
      {t(`state.${state}`)}
    </Pill>
  );
}
