import { Button } from '@mantine/core';
import type { Overview } from '../../../contract/overview.ts';
import { useMethod } from '../../api/queries.ts';
import { goTo, placeHash } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts.ts';
import { Empty } from '../../ui/empty.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import styles from './activity-screen.module.css';
import { MonthsChart } from './months-chart.tsx';
import { WaitingPanel } from './waiting-panel.tsx';

/** Submissions by month, and all those that need attention. */
export function ActivityScreen() {
  const { t } = useTexts();
  const { data, error, refetch } = useMethod('overview.get', {});
  return (
    <Page
      name="activity"
      title={t('matrix.activity')}
      crumb={
        <a className="z-crumb" href={placeHash('overview')}>
          {t('overview.title')} /
        </a>
      }
      ready={data !== undefined || error !== null}
    >
      {error === null ? null : <ErrorNotice error={error.error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <SkeletonRows rows={8} label={t('app.loading')} />
      ) : (
        <div className="z-with-side">
          <div className={styles.main}>
            {data.months.every(isIdle) ? <NoMonths /> : <MonthsChart months={data.months} />}
          </div>
          <WaitingPanel overview={data} />
        </div>
      )}
    </Page>
  );
}

const isIdle = (month: Overview['months'][number]): boolean =>
  month.accepted + month.partiallyAccepted + month.rejected + month.unknown === 0;

/** Instead of an empty chart, also for an office whose last submissions are older. */
function NoMonths() {
  const { t } = useTexts();
  return (
    <section className="z-panel z-fill" aria-label={t('quarter.months')}>
      <Empty
        title={t('quarter.monthsEmpty')}
        text={t('quarter.monthsEmptyText')}
        action={<Button onClick={() => goTo('submit')}>{t('history.emptyAction')}</Button>}
      />
    </section>
  );
}
