import { useMemo } from 'react';
import { shownStateOf } from '../../../contract/shown-state.ts';
import type { Submission } from '../../../contract/submission.ts';
import { goTo } from '../../router.ts';
import { FileLink } from '../../shared/history/file-link.tsx';
import { noFilter } from '../../shared/history/history-filter.ts';
import { StatePill } from '../../shared/history/state-pill.tsx';
import { useHistory } from '../../shared/history/use-history.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { type Formats, formText, type Translate, useTexts } from '../../texts.ts';
import { amountWidth } from '../../ui/amount-width.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { useIsAtLeast } from '../../ui/use-is-at-least.ts';

interface BatchFilesProps {
  readonly batchId: string;
  readonly companyId: string | null;
}

/** Columns dropped in a narrow window; company, file and result always stay. */
function useLeftOut(): readonly string[] {
  const wide = useIsAtLeast('1180px');
  const narrow = useIsAtLeast('820px');
  if (wide) return [];
  return narrow ? ['book', 'identifier'] : ['book', 'identifier', 'records', 'amount'];
}

/** The submissions of a batch with their results and the service's identifiers. */
export function BatchFiles({ batchId, companyId }: BatchFilesProps) {
  const { t, formats } = useTexts();
  const { submissions, more, error, refetch } = useHistory({ ...noFilter, batchId, companyId });
  const leftOut = useLeftOut();
  const columns = useMemo(
    () => createColumns(t, formats, submissions ?? []).filter(({ id }) => !leftOut.includes(id)),
    [t, formats, submissions, leftOut],
  );
  // With an answer from before, the list stays.
  if (submissions === undefined)
    return error === null ? (
      <SkeletonRows rows={6} label={t('app.loading')} />
    ) : (
      <ErrorNotice error={error.error} onRetry={() => void refetch()} isAlone />
    );
  return (
    <DataTable
      label={t('batch.allFiles')}
      columns={columns}
      rows={submissions}
      rowKey={(submission) => submission.id}
      rowHeight={35}
      onActivate={(submission) => goTo('history', submission.id)}
      onEnd={more}
    />
  );
}

function createColumns(
  t: Translate,
  formats: Formats,
  submissions: readonly Submission[],
): readonly DataColumn<Submission>[] {
  const amounts = submissions.flatMap(({ totals }) =>
    totals.amount === null ? [] : [formats.amount(totals.amount)],
  );
  return [
    {
      id: 'company',
      header: t('batch.company'),
      width: 'minmax(8rem, 1.2fr)',
      cell: ({ company }) => (
        <span className="z-cut z-td-main" title={company.fullName}>
          {company.fullName}
        </span>
      ),
    },
    {
      id: 'file',
      header: t('batch.file'),
      width: 'minmax(8rem, 1fr)',
      cell: (submission) => <FileLink submission={submission} className="z-second z-small" />,
    },
    {
      id: 'book',
      header: t('history.columns.book'),
      width: 'minmax(9.4rem, 12.4rem)',
      cell: ({ form }) => (
        <span className="z-cut z-second z-small" title={formText(t, form)}>
          {formText(t, form)}
        </span>
      ),
    },
    {
      id: 'records',
      header: t('batch.records'),
      width: '4.6rem',
      align: 'end',
      cell: (submission) => formats.count(submission.records),
    },
    {
      id: 'amount',
      header: t('batch.amount'),
      width: `${amountWidth(amounts, 6)}rem`,
      align: 'end',
      cell: ({ totals }) => (totals.amount === null ? '' : formats.amount(totals.amount)),
    },
    {
      id: 'result',
      header: t('batch.result'),
      width: 'minmax(8.6rem, 10.6rem)',
      cell: (submission) => (
        <span className="z-states">
          <StatePill state={shownStateOf(submission)} />
        </span>
      ),
    },
    {
      id: 'identifier',
      header: t('batch.identifier'),
      width: 'minmax(8rem, 11.4rem)',
      cell: ({ identifier, registrationNumber, sentAt }) => {
        const number = registrationNumber ?? identifier;
        const sent = sentAt === null ? null : formats.moment(sentAt, true);
        return (
          <span
            className="z-cut z-code"
            title={[number, sent].filter((part) => part !== null).join(' · ') || undefined}
          >
            {number ?? '—'}
          </span>
        );
      },
    },
  ];
}
