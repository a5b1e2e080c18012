import { Button } from '@mantine/core';
import { shownStateOf } from '../../../contract/shown-state.ts';
import { useMethod } from '../../api/queries.ts';
import { usePlace } from '../../router.ts';
import { HistoryCrumb } from '../../shared/history/history-crumb.tsx';
import { useHistoryHash } from '../../shared/history/kept-history.ts';
import { StatePill } from '../../shared/history/state-pill.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Attention } from './attention.tsx';
import { Documents } from './documents.tsx';
import { RecordResults } from './record-results.tsx';
import { Related } from './related.tsx';
import styles from './submission.module.css';
import { Summary } from './summary.tsx';
import { Timeline } from './timeline.tsx';

/** One submission: the file, the answer, the next step. */
export function SubmissionScreen({ id }: { readonly id: string }) {
  const { t } = useTexts();
  const history = useHistoryHash();
  const place = usePlace();
  const query = useMethod('submissions.get', { id });
  const { data, error } = query;
  if (data === undefined) {
    return (
      <Page name="submission" title={t('history.title')} ready={error !== null}>
        {error === null ? (
          <SkeletonRows rows={8} label={t('app.loading')} />
        ) : (
          <>
            <ErrorNotice error={error.error} onRetry={() => void query.refetch()} />
            <div>
              <Button
                variant="default"
                onClick={() => {
                  window.location.hash = history;
                }}
              >
                {t('submission.back')}
              </Button>
            </div>
          </>
        )}
      </Page>
    );
  }
  const { submission, events, hasAnswer } = data;
  const { state, form } = submission;
  return (
    <Page
      name="submission"
      title={submission.file}
      subtitle={<StatePill state={shownStateOf(submission)} />}
      crumb={<HistoryCrumb />}
      ready
    >
      <div className="z-with-side">
        <div className={styles.main}>
          <Summary submission={submission} />
          <Attention submission={submission} events={events} waits={data.waits} />
          <RecordResults
            // Another search in the address starts anew, also on the same page.
            key={place.query}
            submission={submission}
            hasInvoices={form.expenseType !== 'without_invoice'}
            isOpen={data.waits}
            canModify={
              form.operation !== 'cancellation' &&
              (state === 'accepted' || state === 'partially_accepted')
            }
          />
        </div>
        <div className={styles.side}>
          <Timeline events={events} submission={submission} />
          <Related submission={submission} />
          <Documents id={id} hasAnswer={hasAnswer} hasLedgerResponse={data.hasLedgerResponse} />
        </div>
      </div>
    </Page>
  );
}
