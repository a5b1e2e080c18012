import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { Batch } from '../../../contract/batch.ts';
import { type Paging, usePages } from '../../api/pages.ts';
import { batchHash, goTo } from '../../router.ts';
import { HistoryCrumb } from '../../shared/history/history-crumb.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { amountWidth } from '../../ui/amount-width.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { useIsAtLeast } from '../../ui/use-is-at-least.ts';
import { BatchPills } from './batch-pills.tsx';

const pageSize = 100;

const paging: Paging<'submissions.batches', Batch, string | null> = {
  first: null,
  items: (page) => page.batches,
  next: (page) => page.nextCursor ?? undefined,
};

/** The batches, newest first. */
export function BatchesScreen() {
  const { t, formats } = useTexts();
  const { items, more, error, refetch } = usePages('submissions.batches', paging, {
    key: {},
    input: (cursor) => ({ cursor, limit: pageSize }),
  });
  // At 200 % zoom the result stays in sight.
  const isSmall = !useIsAtLeast('1000px');
  const columns = useMemo(
    () =>
      createColumns(t, formats, items ?? []).filter(
        ({ id }) => !isSmall || (id !== 'companies' && id !== 'records'),
      ),
    [t, formats, items, isSmall],
  );
  return (
    <Page
      name="batches"
      title={t('batch.list')}
      subtitle={t('batch.listText')}
      crumb={<HistoryCrumb />}
      ready={items !== undefined || error !== null}
    >
      {error === null ? null : <ErrorNotice error={error.error} onRetry={() => void refetch()} />}
      {items === undefined ? (
        error === null && <SkeletonRows rows={8} label={t('app.loading')} />
      ) : (
        <section className="z-panel z-fill z-fill-tall" aria-label={t('batch.list')}>
          {items.length === 0 ? (
            <Empty
              title={t('batch.listEmpty')}
              text={t('batch.listEmptyText')}
              action={<Button onClick={() => goTo('submit')}>{t('history.emptyAction')}</Button>}
            />
          ) : (
            <DataTable
              label={t('batch.list')}
              columns={columns}
              rows={items}
              rowKey={(batch) => batch.id}
              rowHeight={53}
              onActivate={(batch) => {
                window.location.hash = batchHash(batch.id);
              }}
              onEnd={more}
            />
          )}
        </section>
      )}
    </Page>
  );
}

function createColumns(
  t: Translate,
  formats: Formats,
  batches: readonly Batch[],
): readonly DataColumn<Batch>[] {
  const amounts = batches.map(({ amount }) => formats.amount(amount));
  return [
    {
      id: 'when',
      header: t('batch.when'),
      width: 'minmax(8.25rem, 1fr)',
      cell: (batch) => (
        <>
          <a
            className="z-cut z-td-main z-quiet-link"
            href={batchHash(batch.id)}
            onClick={(event) => event.stopPropagation()}
          >
            {formats.moment(batch.createdAt)}
          </a>
          {batch.environment !== 'production' ? (
            <span className="z-cut z-td-sub">{t('history.sandboxMark')}</span>
          ) : null}
        </>
      ),
    },
    {
      id: 'companies',
      header: t('batch.companies'),
      width: '5rem',
      align: 'end',
      cell: (batch) => formats.count(batch.companies),
    },
    {
      id: 'files',
      header: t('batch.files'),
      width: '4.6rem',
      align: 'end',
      cell: (batch) => formats.count(batch.files),
    },
    {
      id: 'records',
      header: t('batch.records'),
      width: '5.4rem',
      align: 'end',
      cell: (batch) => formats.count(batch.records),
    },
    {
      id: 'amount',
      header: t('batch.amount'),
      width: `${amountWidth(amounts, 6.8)}rem`,
      align: 'end',
      cell: (batch) => formats.amount(batch.amount),
    },
    {
      id: 'result',
      header: t('batch.result'),
      width: 'minmax(10rem, 2fr)',
      cell: (batch) => <BatchPills counts={batch} />,
    },
  ];
}
