import { Loader } from '@mantine/core';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { placeHash } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import { Pill } from '../../ui/pill.tsx';
import { StatePill } from '../state-pill.tsx';
import { standingOf } from './worklist.ts';

/** What is to be said of a file in one word: its verdict, or where its submission stands. */
export function StandingPill({
  file,
  linked = true,
}: {
  readonly file: WorklistFile;
  readonly linked?: boolean;
}) {
  const { t } = useTexts();
  const counts = file.judged?.issueCounts;
  const standing = standingOf(file);
  switch (standing) {
    case 'judging':
      return (
        <span className="z-judging">
          <Loader size={14} color="sea" aria-hidden /> {t('verdict.judging')}
        </span>
      );
    case 'ready':
      return <Pill tone="green">{t('verdict.ready')}</Pill>;
    case 'warnings':
      return <Pill tone="amber">{t('verdict.warnings', { count: counts?.warning ?? 0 })}</Pill>;
    case 'errors':
      return <Pill tone="red">{t('verdict.errors', { count: counts?.error ?? 0 })}</Pill>;
    case 'notSendable':
      return <Pill tone="red">{t('verdict.notSendable')}</Pill>;
    case 'newCompany':
      return <Pill tone="amber">{t('verdict.newCompany')}</Pill>;
    case 'sent': {
      if (file.submission === null) return null;
      const pill = <StatePill state={file.submission.state} />;
      if (!linked) return pill;
      return (
        <a
          className="z-pill-link"
          href={placeHash('history', file.submission.id)}
          title={t('submit.openSubmission')}
          onClick={(event) => event.stopPropagation()}
        >
          {pill}
        </a>
      );
    }
  }
}
