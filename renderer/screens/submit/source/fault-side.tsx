import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { Issue } from '../../../../contract/verdict.ts';
import { issueSentences } from '../../../sentences.ts';
import { useTexts } from '../../../texts.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { placeText } from '../issue-card.tsx';
import styles from './source.module.css';

interface FaultSideProps {
  readonly issues: readonly Issue[];
  /** The true number; a very faulty file has more than are listed. */
  readonly total: number;
  readonly index: number;
  /** Whether the text has changed since. */
  readonly isOld: boolean;
  readonly onMove: (direction: 1 | -1) => void;
}

function Fault({ issue }: { readonly issue: Issue }) {
  const { t, formats, i18n } = useTexts();
  const words = issueSentences(i18n, issue);
  const place = placeText(t, formats, issue);
  return (
    <div className={styles.fault} data-testid="source-fault">
      <Pill
        tone={issue.severity === 'error' ? 'red' : issue.severity === 'warning' ? 'amber' : 'grey'}
      >
        {t(`source.severity.${issue.severity}`)}
      </Pill>
      <strong>{words.title}</strong>
      {words.message === null || words.message === words.title ? null : <p>{words.message}</p>}
      {words.hint === null ? null : <p className="z-second">{words.hint}</p>}
      {place === '' ? null : <p className="z-second">{place}</p>}
      {issue.ledgerCode === null ? null : <span className="z-code">{issue.ledgerCode}</span>}
    </div>
  );
}

/** Beside the text: the selected fault in words, and the way to the next. */
export function FaultSide({ issues, total, index, isOld, onMove }: FaultSideProps) {
  const { t, formats } = useTexts();
  const issue = issues[index];
  if (issue === undefined) {
    return (
      <aside className={styles.side} aria-label={t('source.faults')}>
        <Notice
          tone={isOld ? 'grey' : 'green'}
          title={t('source.noFaults')}
          testId="source-no-faults"
        />
      </aside>
    );
  }
  return (
    <aside className={styles.side} aria-label={t('source.faults')}>
      <div className={styles.steps}>
        <span aria-live="polite" data-testid="source-position">
          {t('source.position', {
            index: formats.count(index + 1),
            total: formats.count(issues.length),
          })}
        </span>
        <span className={styles.stepButtons}>
          <ActionIcon
            variant="default"
            size={28}
            disabled={index <= 0}
            aria-label={t('source.previous')}
            aria-keyshortcuts="Shift+F8"
            title={t('source.previousKey')}
            onClick={() => onMove(-1)}
          >
            <IconChevronUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={28}
            disabled={index >= issues.length - 1}
            aria-label={t('source.next')}
            aria-keyshortcuts="F8"
            title={t('source.nextKey')}
            onClick={() => onMove(1)}
            data-testid="source-next"
          >
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      <Fault issue={issue} />
      <p className={styles.keys}>{t('source.keys')}</p>
      {total > issues.length ? (
        <p className={styles.keys}>
          {t('panel.shownOf', { shown: formats.count(issues.length), total: formats.count(total) })}
        </p>
      ) : null}
    </aside>
  );
}
