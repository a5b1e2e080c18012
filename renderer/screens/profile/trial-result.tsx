import { doubtOf, kindInWords } from '../../../contract/answer.ts';
import type { ProfilePlace } from '../../../contract/methods/profile.ts';
import type { Output } from '../../../contract/methods.ts';
import type { SubmissionEvent } from '../../../contract/submission.ts';
import { errorSentences } from '../../sentences.ts';
import { type Translate, useTexts } from '../../texts.ts';
import { Notice, type NoticeTone } from '../../ui/notice.tsx';
import { isSubmissionState, shownTones } from '../../ui/state-tones.ts';
import styles from './profile.module.css';

type Trial = Output<'profile.try'>;
type Outcome = NonNullable<Trial['outcome']>;

/** An answer read by the profile, the places it looked at, and the answer's keys. */
export function TrialResult({ trial }: { readonly trial: Trial }) {
  const { t } = useTexts();
  const { answer, places, outcome } = trial;
  if (answer === null || outcome === null)
    return <Notice tone="grey" title={t('profile.none')} testId="trial-none" />;
  return (
    <>
      <OutcomeNotice outcome={outcome} />
      {places.length === 0 ? null : <Places places={places} />}
      <details className={styles.shape}>
        <summary>{t('profile.shape')}</summary>
        <pre data-testid="trial-shape">{answer.shape}</pre>
      </details>
    </>
  );
}

function OutcomeNotice({ outcome }: { readonly outcome: Outcome }) {
  const { t, i18n } = useTexts();
  const { state, code, details } = outcome;
  const tones = { understood: 'green', refused: 'red', not_understood: 'violet' } as const;
  const isQueued = code === 'answer_queued';
  const told: { readonly tone: NoticeTone; readonly title: string } = isSubmissionState(state)
    ? {
        tone: shownTones[isQueued ? 'queued_there' : state],
        title: t(`state.${isQueued ? 'queued_there' : state}`),
      }
    : { tone: tones[state], title: t(`profile.outcomes.${state}`) };
  const doubt = code === null ? null : doubtOf({ ...(details as SubmissionEvent['data']), code });
  const isFault = code !== null && ['unknown', 'failed', ...Object.keys(tones)].includes(state);
  const words = isFault ? errorSentences(i18n, { code: toCode(code), details: {} }) : null;
  const doubtText = doubt === null ? null : t(doubt.key, { word: doubt.word });
  return (
    <Notice
      {...told}
      testId="trial-outcome"
      text={
        <>
          {words === null ? null : <p>{words.title}</p>}
          {doubtText === null ? null : <p>{doubtText}</p>}
        </>
      }
    />
  );
}

/** A code of the contract, as the core gives it. */
const toCode = (code: string) => code as Parameters<typeof errorSentences>[1]['code'];

function Places({ places }: { readonly places: readonly ProfilePlace[] }) {
  const { t } = useTexts();
  return (
    <table className={styles.places} data-testid="trial-places">
      <thead>
        <tr>
          <th scope="col">{t('profile.place')}</th>
          <th scope="col">{t('profile.path')}</th>
          <th scope="col">{t('profile.found')}</th>
        </tr>
      </thead>
      <tbody>
        {places.map(({ place, path, found }) => (
          <tr key={place} data-missing={path !== null && found === null ? '' : undefined}>
            <td className="z-code">{place.replace(/^answers\./, '')}</td>
            <td className="z-code">{path ?? '—'}</td>
            <td>{wordOf(t, path, found)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function wordOf(t: Translate, path: string | null, found: string | null): string {
  if (path === null) return t('profile.notGiven');
  if (found === null) return t('profile.missing');
  return kindInWords(found, (kind) => t(`profile.kinds.${kind}`));
}
