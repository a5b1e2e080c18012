import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { dayOf } from '../../../contract/formats.ts';
import type { QuarterMatrix } from '../../../contract/quarter.ts';
import { goTo, usePlace } from '../../router.ts';
import { periodAfter, periodIn, periodOfDay } from '../../shared/quarter/quarter-words.ts';
import { useTexts } from '../../texts.ts';
import styles from './quarter-heading.module.css';

/** The quarter's neighbours, its deadline and the days left. */
export function QuarterHeading({ quarter }: Pick<QuarterMatrix, 'quarter'>) {
  const { t, formats } = useTexts();
  const { deadline, daysLeft } = quarter;
  const date = formats.day(deadline);
  // Until the answer comes, the shown quarter is not the one of the address.
  const asked = periodIn(usePlace()) ?? quarter.id;
  const isLast = asked >= periodOfDay(dayOf(new Date()));
  const go = (quarters: 1 | -1) => goTo('overview', null, `period=${periodAfter(asked, quarters)}`);
  return (
    <span className={`z-own-line ${styles.heading}`}>
      <span className={styles.steps}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={22}
          aria-label={t('matrix.previous')}
          onClick={() => go(-1)}
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
          disabled={isLast}
          onClick={() => go(1)}
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
