import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import styles from './activity-screen.module.css';
import { MonthsChart } from './months-chart.tsx';
import { WaitingPanel } from './waiting-panel.tsx';

/** Submissions over the months, and those that wait for a person, of any time. */
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
            <MonthsChart months={data.months} />
          </div>
          <WaitingPanel waiting={data.waiting} />
        </div>
      )}
    </Page>
  );
}
