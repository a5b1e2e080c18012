import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { QuarterMatrix } from '../../../contract/quarter.ts';
import { goTo } from '../../router.ts';
import { useTexts } from '../../texts.ts';
import styles from './quarter-heading.module.css';

/** The quarter's neighbours, its deadline and the days left. */
export function QuarterHeading({ quarter }: Pick<QuarterMatrix, 'quarter'>) {
  const { t, formats } = useTexts();
  const { deadline, daysLeft, next, previous } = quarter;
  const date = formats.day(deadline);
  const go = (period: string) => goTo('overview', null, `period=${period}`);
  return (
    <span className={`z-own-line ${styles.heading}`}>
      <span className={styles.steps}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={22}
          aria-label={t('matrix.previous')}
          onClick={() => go(previous)}
          data-testid="quarter-previous"
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <span>{t('matrix.short', { quarter: quarter.quarter, year: quarter.year })}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={22}
          aria-label={t('matrix.next')}
          disabled={next === null}
          onClick={() => next !== null && go(next)}
          data-testid="quarter-next"
        >
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </span>
      <span
        className={styles.deadline}
        title={`${t('matrix.deadline')} ${date}`}
        data-testid="quarter-deadline"
      >
        <span className={styles.label}>{t('matrix.deadline')} </span>
        <span className={styles.date}>
          <strong>{date}</strong>
          {' · '}
        </span>
        <span className={styles.days} data-pressing={(daysLeft >= 0 && daysLeft <= 7) || undefined}>
          {daysLeft < 0
            ? t('matrix.over')
            : daysLeft === 0
              ? t('matrix.today')
              : t('matrix.daysLeft', { count: daysLeft })}
        </span>
      </span>
    </span>
  );
}
