import type { WorklistFile } from '../../../contract/worklist.ts';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { AnswerText } from '../../shared/history/answer-text.tsx';
import { countUnaccepted, partialText } from '../../shared/history/partial-text.ts';
import { messageOf, recordName } from '../../shared/history/record-words.ts';
import { isSettled } from '../../shared/worklist/worklist.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import styles from './file-panel.module.css';

const recordsShown = 6;

/** The first refused records under the ledger's message and code, and a link to the others. */
function RefusedRecords({ id, records }: { readonly id: string; readonly records: Refused }) {
  const { t, formats } = useTexts();
  const byReason = Map.groupBy(
    records.records,
    (record) => `${record.code} ${messageOf(record, formats)}`,
  );
  const more = records.total - records.records.length;
  return records.total === 0 ? null : (
    <ul className={styles.refused}>
      {[...byReason].map(([reason, [first, ...others]]) =>
        first === undefined ? null : (
          <li key={reason} data-testid="refused-records">
            {messageOf(first, formats)} <span className="z-code">{first.code}</span>
            <p>{[first, ...others].flatMap(({ key }) => recordName(key) || []).join(', ')}</p>
          </li>
        ),
      )}
      {more > 0 ? (
        <li>
          <a href={placeHash('history', id)}>{t('retryAll.more', { count: more })}</a>
        </li>
      ) : null}
    </ul>
  );
}

type Refused = NonNullable<ReturnType<typeof useRefused>['data']>;

/** The records that the ledger refused, or recorded with errors. */
function useRefused(id: string) {
  return useMethod('submissions.records', {
    id,
    states: ['incorrect', 'accepted_with_errors'],
    limit: recordsShown,
  });
}

/** What the ledger says of a file that it did not accept as a whole. */
export function LedgerRefusal({ file }: { readonly file: WorklistFile }) {
  const { submission } = file;
  if (submission?.state !== 'rejected' && submission?.state !== 'partially_accepted') return null;
  return <Refusal id={submission.id} isOver={isSettled(file)} />;
}

interface RefusalProps {
  readonly id: string;
  /** Whether it needs nothing more. */
  readonly isOver: boolean;
}

function Refusal({ id, isOver }: RefusalProps) {
  const { t } = useTexts();
  const found = useMethod('submissions.get', { id });
  const records = useRefused(id);
  if (found.data === undefined || records.data === undefined) {
    const failed = [found, records].find(({ isError }) => isError);
    return failed?.error == null ? (
      <SkeletonRows rows={3} label={t('app.loading')} />
    ) : (
      <ErrorNotice error={failed.error.error} onRetry={() => void failed.refetch()} />
    );
  }
  const { submission } = found.data;
  const isRejected = submission.state === 'rejected';
  const tone = isRejected ? 'red' : 'amber';
  return (
    <Notice
      tone={isOver ? 'grey' : tone}
      testId="ledger-refusal"
      title={
        isRejected
          ? t('submission.attention.rejectedTitle')
          : t('submission.attention.partially_acceptedTitle', {
              count: countUnaccepted(submission),
            })
      }
      text={
        <>
          {isRejected ? (
            <AnswerText submission={submission} events={found.data.events} />
          ) : (
            <p>{partialText(t, submission)}</p>
          )}
          <RefusedRecords id={id} records={records.data} />
        </>
      }
    />
  );
}
