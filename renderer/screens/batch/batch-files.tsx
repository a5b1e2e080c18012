import { useMemo } from 'react';
import { shownStateOf } from '../../../contract/shown-state.ts';
import type { Submission } from '../../../contract/submission.ts';
import { goTo } from '../../router.ts';
import { fileColumn } from '../../shared/history/file-column.tsx';
import { noFilter } from '../../shared/history/history-filter.ts';
import { StatePill } from '../../shared/history/state-pill.tsx';
import { useHistory } from '../../shared/history/use-history.ts';
import { type Formats, formText, type Translate, useTexts } from '../../texts.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

interface BatchFilesProps {
  readonly batchId: string;
  readonly companyId: string | null;
}

/** The submissions of a batch with their results and the service's identifiers. */
export function BatchFiles({ batchId, companyId }: BatchFilesProps) {
  const { t, formats } = useTexts();
  const { submissions, more } = useHistory({ ...noFilter, batchId, companyId });
  const columns = useMemo(() => createColumns(t, formats), [t, formats]);
  if (submissions === undefined) return <SkeletonRows rows={6} label={t('app.loading')} />;
  return (
    <DataTable
      label={t('batch.allFiles')}
      columns={columns}
      rows={submissions}
      rowKey={(submission) => submission.id}
      rowHeight={53}
      onActivate={(submission) => goTo('history', submission.id)}
      onEnd={more}
    />
  );
}

function createColumns(t: Translate, formats: Formats): readonly DataColumn<Submission>[] {
  return [
    fileColumn({
      header: t('batch.file'),
      second: ({ company, form }) => `${company.fullName} · ${formText(t, form)}`,
    }),
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
      width: '6.6rem',
      align: 'end',
      cell: ({ totals }) => (totals.amount === null ? '' : formats.amount(totals.amount)),
    },
    {
      id: 'result',
      header: t('batch.result'),
      width: 'minmax(8.6rem, 10.6rem)',
      cell: (submission) => <StatePill state={shownStateOf(submission)} />,
    },
    {
      id: 'identifier',
      header: t('batch.identifier'),
      width: 'minmax(8rem, 1fr)',
      cell: ({ identifier, registrationNumber, sentAt }) => (
        <>
          <span className="z-cut z-code" title={registrationNumber ?? identifier ?? undefined}>
            {registrationNumber ?? identifier ?? '–'}
          </span>
          <span
            className="z-cut z-td-sub"
            title={sentAt === null ? undefined : formats.moment(sentAt, true)}
          >
            {sentAt === null ? '' : formats.moment(sentAt, true)}
          </span>
        </>
      ),
    },
  ];
}
