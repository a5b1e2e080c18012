import { Button } from '@mantine/core';
import type { SubmissionState } from '../../../contract/submission.ts';
import { useMethod } from '../../api/queries.ts';
import { goTo, placeHash } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts.ts';
import { Empty } from '../../ui/empty.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { HistoryTable } from '../history/history-table.tsx';
import { StatePill } from '../state-pill.tsx';

/** States that may want a person, the most pressing first. */
const waitingStates = [
  'unknown',
  'rejected',
  'partially_accepted',
  'failed',
] as const satisfies readonly SubmissionState[];

function WaitingCard({ state }: { readonly state: (typeof waitingStates)[number] }) {
  const { t, formats } = useTexts();
  const { data } = useMethod('submissions.list', { filter: { states: [state] }, limit: 1 });
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <li>
      <a className="z-card z-waiting" href={placeHash('history', null, `state=${state}`)}>
        <StatePill state={state} />
        <strong>{t(`overview.${state}`, { count, formatted: formats.count(count) })}</strong>
        <span className="z-second z-small">{t(`overview.${state}Text`)}</span>
      </a>
    </li>
  );
}

function Waiting() {
  const { t } = useTexts();
  const any = useMethod('submissions.list', { filter: { states: [...waitingStates] }, limit: 1 });
  return (
    <aside className="z-panel z-side z-overview-waiting" aria-label={t('overview.attention')}>
      <h2 className="z-panel-title">{t('overview.attention')}</h2>
      {any.data?.total === 0 ? (
        <p className="z-second z-small">{t('overview.attentionNoneText')}</p>
      ) : (
        <ul className="z-plain-list">
          {waitingStates.map((state) => (
            <WaitingCard key={state} state={state} />
          ))}
        </ul>
      )}
    </aside>
  );
}

/** Overview: what waits for a person, and what was sent last. */
export function OverviewScreen() {
  const { t } = useTexts();
  const { data, error, refetch } = useMethod('submissions.list', { filter: {}, limit: 20 });
  const isEmpty = data?.submissions.length === 0;
  return (
    <Page name="overview" title={t('overview.title')} ready={data !== undefined || error !== null}>
      {error === null ? null : <ErrorNotice error={error.error} onRetry={() => void refetch()} />}
      {isEmpty ? (
        <section className="z-panel z-fill">
          <Empty
            title={t('overview.empty')}
            text={t('overview.emptyText')}
            action={<Button onClick={() => goTo('submit')}>{t('overview.emptyAction')}</Button>}
          />
        </section>
      ) : (
        <div className="z-submission">
          <section className="z-panel z-fill" aria-label={t('overview.last')}>
            <div className="z-records-tabs z-section-head">
              <h2 className="z-panel-title">{t('overview.last')}</h2>
              <a className="z-small" href={placeHash('history')}>
                {t('overview.lastAll')}
              </a>
            </div>
            {data === undefined ? (
              <SkeletonRows rows={8} label={t('app.loading')} />
            ) : (
              <HistoryTable submissions={data.submissions} compact />
            )}
          </section>
          <Waiting />
        </div>
      )}
    </Page>
  );
}
