import { Loader } from '@mantine/core';
import { isQueuedThere } from '../../../contract/shown-state.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { placeHash } from '../../router.ts';
import { StatePill } from '../../shared/history/state-pill.tsx';
import { type Standing, standingOf } from '../../shared/worklist/worklist.ts';
import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import styles from './submit.module.css';

type Sent = NonNullable<WorklistFile['submission']>;

function shownState({ state, code, isWithErrors }: Sent): string {
  if (isQueuedThere(state, code)) return 'queued_there';
  return isWithErrors ? 'accepted_with_errors' : state;
}

function SentPill({ submission }: { readonly submission: Sent }) {
  const { t } = useTexts();
  return (
    <a
      className="z-pill-link"
      // The table is one keyboard stop; the file's panel leads there, too.
      tabIndex={-1}
      href={placeHash('history', submission.id)}
      title={t('submit.openSubmission')}
      onClick={(event) => event.stopPropagation()}
    >
      <StatePill state={shownState(submission)} />
    </a>
  );
}

function VerdictPill({
  file,
  standing,
}: {
  readonly file: WorklistFile;
  readonly standing: Standing;
}) {
  const { t } = useTexts();
  const counts = file.judged?.issueCounts;
  switch (standing) {
    case 'judging':
      return (
        <span className={styles.judging}>
          <Loader size={14} color="sea" aria-hidden /> {t('verdict.judging')}
        </span>
      );
    case 'ready':
      return (
        <Pill tone="green" sign="✓">
          {t('verdict.ready')}
        </Pill>
      );
    case 'warnings':
      return (
        <Pill tone="amber" sign="▲">
          {t('verdict.warnings', { count: counts?.warning ?? 0 })}
        </Pill>
      );
    case 'errors':
      return (
        <Pill tone="red" sign="✕">
          {t('verdict.errors', { count: counts?.error ?? 0 })}
        </Pill>
      );
    case 'notSendable':
      return (
        <Pill tone="grey" sign="—">
          {t('verdict.notSendable')}
        </Pill>
      );
    case 'newCompany':
      return (
        <Pill tone="accent" sign="●">
          {t('verdict.newCompany')}
        </Pill>
      );
    case 'noAuthorization':
    case 'blocked':
      return (
        <a
          className="z-pill-link"
          tabIndex={-1}
          href={placeHash('companies', file.company?.id)}
          title={t(standing === 'blocked' ? 'company.open' : 'obstacle.openAuthorization')}
          data-testid="open-obstacle"
          onClick={(event) => event.stopPropagation()}
        >
          <Pill tone="amber" sign="○">
            {t(`verdict.${standing}`)}
          </Pill>
        </a>
      );
    case 'sent':
      return null;
  }
}

/** A file's state in one word: its submission's state when it has one, else its verdict. */
export function StandingPill({ file }: { readonly file: WorklistFile }) {
  const standing = standingOf(file);
  return (
    <span data-standing={standing}>
      {file.submission === null ? (
        <VerdictPill file={file} standing={standing} />
      ) : (
        <SentPill submission={file.submission} />
      )}
    </span>
  );
}
