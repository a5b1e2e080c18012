import { Loader } from '@mantine/core';
import { isQueuedThere } from '../../../contract/shown-state.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { placeHash } from '../../router.ts';
import { StatePill } from '../../shared/history/state-pill.tsx';
import { isSettled, type Standing, standingOf } from '../../shared/worklist/worklist.ts';
import { type Translate, useTexts } from '../../texts.ts';
import { Pill, type Sign, type Tone } from '../../ui/pill.tsx';
import { isShownState } from '../../ui/state-tones.ts';
import styles from './submit.module.css';

type Sent = NonNullable<WorklistFile['submission']>;

function shownState({ state, code, isWithErrors }: Sent): string {
  if (isQueuedThere(state, code)) return 'queued_there';
  return isWithErrors ? 'accepted_with_errors' : state;
}

function SentPill({ submission, isOver }: { readonly submission: Sent; readonly isOver: boolean }) {
  const { t } = useTexts();
  return (
    <a
      className="z-pill-link"
      // The table is one keyboard stop; the file's panel also leads there.
      tabIndex={-1}
      href={placeHash('history', submission.id)}
      title={t('submit.openSubmission')}
      onClick={(event) => event.stopPropagation()}
    >
      <StatePill state={shownState(submission)} isSettled={isOver} />
    </a>
  );
}

/** The states of a file without a submission, beside `judging`. */
type Verdict = Exclude<Standing, 'judging' | 'sent' | 'undelivered'>;

const looks: Readonly<Record<Verdict, { readonly tone: Tone; readonly sign: Sign }>> = {
  ready: { tone: 'green', sign: '✓' },
  warnings: { tone: 'amber', sign: '▲' },
  errors: { tone: 'red', sign: '✕' },
  notSendable: { tone: 'grey', sign: '—' },
  newCompany: { tone: 'accent', sign: '●' },
  noAuthorization: { tone: 'amber', sign: '○' },
  blocked: { tone: 'amber', sign: '○' },
};

/** The words of the pill. */
export function standingText(t: Translate, file: WorklistFile): string {
  const standing = standingOf(file);
  const state = file.submission === null ? null : shownState(file.submission);
  if (state !== null) return isShownState(state) ? t(`state.${state}`) : state;
  if (standing === 'sent' || standing === 'undelivered') return '';
  const { warning = 0, error = 0 } = file.judged?.issueCounts ?? {};
  return t(`verdict.${standing}`, { count: standing === 'warnings' ? warning : error });
}

function VerdictPill({
  file,
  standing,
}: {
  readonly file: WorklistFile;
  readonly standing: Standing;
}) {
  const { t } = useTexts();
  if (standing === 'sent' || standing === 'undelivered') return null;
  const words = standingText(t, file);
  if (standing === 'judging')
    return (
      <span className={styles.judging}>
        <Loader size={14} color="sea" aria-hidden /> {words}
      </span>
    );
  const pill = <Pill {...looks[standing]}>{words}</Pill>;
  if (standing !== 'noAuthorization' && standing !== 'blocked') return pill;
  return (
    <a
      className="z-pill-link"
      tabIndex={-1}
      href={placeHash('companies', file.company?.id)}
      title={t(standing === 'blocked' ? 'company.open' : 'obstacle.openAuthorization')}
      data-testid="open-obstacle"
      onClick={(event) => event.stopPropagation()}
    >
      {pill}
    </a>
  );
}

/** A file's state in one word: its submission's state when it has one, else its verdict. */
export function StandingPill({ file }: { readonly file: WorklistFile }) {
  const standing = standingOf(file);
  return (
    <span data-standing={standing}>
      {file.submission === null ? (
        <VerdictPill file={file} standing={standing} />
      ) : (
        <SentPill submission={file.submission} isOver={isSettled(file)} />
      )}
    </span>
  );
}
