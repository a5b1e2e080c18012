import { Button } from '@mantine/core';
import { useMethod } from '../../api/queries.ts';
import { goTo } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts.ts';
import { Empty } from '../../ui/empty.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { CompaniesPanel } from './companies-panel.tsx';
import { DeadlinePanel } from './deadline-panel.tsx';
import { MonthsChart } from './months-chart.tsx';
import { WaitingPanel } from './waiting-panel.tsx';

/**
 * Overview: the quarter's deadline, what each company has sent, submissions over the months, and
 * what waits for a person.
 */
export function OverviewScreen() {
  const { t } = useTexts();
  const { data, error, refetch } = useMethod('overview.get', {});
  return (
    <Page name="overview" title={t('overview.title')} ready={data !== undefined || error !== null}>
      {error === null ? null : <ErrorNotice error={error.error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <SkeletonRows rows={8} label={t('app.loading')} />
      ) : (
        <div className="z-submission">
          <div className="z-overview-main">
            <DeadlinePanel overview={data} />
            {data.companies.length === 0 ? (
              <section className="z-panel z-fill">
                <Empty
                  title={t('overview.empty')}
                  text={t('overview.emptyText')}
                  action={
                    <Button onClick={() => goTo('submit')}>{t('overview.emptyAction')}</Button>
                  }
                />
              </section>
            ) : (
              <>
                <MonthsChart months={data.months} />
                <CompaniesPanel companies={data.companies} />
              </>
            )}
          </div>
          <WaitingPanel waiting={data.waiting} />
        </div>
      )}
    </Page>
  );
}
