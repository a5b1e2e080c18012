import { Button } from '@mantine/core';
import { IconFileZip, IconPrinter, IconX } from '@tabler/icons-react';
import type { Batch, BatchCompany } from '../../../contract/batch.ts';
import { useMethod } from '../../api/queries.ts';
import { batchHash } from '../../router.ts';
import { ToCorrect } from '../../shared/corrections/to-correct.tsx';
import { usePrintedReceipt, useReceipt } from '../../shared/documents/use-receipt.ts';
import { HistoryCrumb } from '../../shared/history/history-crumb.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { keptPart, useKept } from '../../shell/screen-state.tsx';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { FilterTabs } from '../../ui/tabs.tsx';
import styles from './batch.module.css';
import { BatchCompanies } from './batch-companies.tsx';
import { BatchFiles } from './batch-files.tsx';
import { BatchSummary } from './batch-summary.tsx';

function Crumb() {
  const { t } = useTexts();
  return (
    <span className={styles.crumbs}>
      <HistoryCrumb />{' '}
      <a className="z-crumb" href={batchHash()}>
        {t('batch.back')} /
      </a>
    </span>
  );
}

/** By company, or its files, of one company or all. */
interface KeptView {
  readonly id: string;
  readonly view: 'companies' | 'files';
  readonly company: BatchCompany | null;
}

const keptView = keptPart<KeptView | null>(null);

interface BatchViewProps {
  readonly batch: Batch;
  readonly companies: readonly BatchCompany[];
}

function BatchView({ batch, companies }: BatchViewProps) {
  const { t, formats } = useTexts();
  const { mutate: makeReceipt, isPending } = useReceipt();
  const print = usePrintedReceipt();
  const anew = { id: batch.id, view: 'companies', company: null } as const;
  const [kept, setKept] = useKept(keptView);
  const shown = kept?.id === batch.id ? kept : anew;
  const { view, company: chosen } = shown;
  const count = companies.length;
  const mayCorrect = batch.waiting === 0 && batch.rejected + batch.partiallyAccepted > 0;
  return (
    <div className={styles.screen}>
      <BatchSummary batch={batch} />
      <ToCorrect selection={mayCorrect ? { batchId: batch.id } : null} />
      <div className={styles.tools}>
        <span className="z-states">
          <FilterTabs
            label={t('batch.results')}
            items={[
              { value: 'companies', label: t('batch.companies'), count: formats.count(count) },
              { value: 'files', label: t('batch.allFiles'), count: formats.count(batch.files) },
            ]}
            value={view}
            onChange={(view) => setKept({ ...shown, view })}
          />
          {view === 'files' && chosen !== null ? (
            <Button
              variant="light"
              size="xs"
              rightSection={<IconX size={14} aria-hidden />}
              onClick={() => setKept({ ...shown, company: null })}
            >
              {t('batch.onlyCompany', { name: chosen.fullName })}
            </Button>
          ) : null}
        </span>
        {print === null ? null : (
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            loading={print.isPending}
            onClick={() => print.mutate({ batchId: batch.id })}
            data-testid="print-receipts"
          >
            {t('batch.receiptPrint')}
          </Button>
        )}
        <Button
          variant={mayCorrect ? 'default' : 'filled'}
          leftSection={<IconFileZip size={16} aria-hidden />}
          loading={isPending}
          onClick={() => makeReceipt({ batchId: batch.id })}
          data-testid="batch-receipts"
        >
          {t('batch.receipts', { count })}
        </Button>
      </div>
      <section
        className="z-panel z-fill z-fill-tall"
        aria-label={t(view === 'files' ? 'batch.allFiles' : 'batch.companies')}
      >
        {view === 'files' ? (
          <BatchFiles batchId={batch.id} companyId={chosen?.id ?? null} />
        ) : (
          <BatchCompanies
            companies={companies}
            batchId={batch.id}
            onChoose={(company) => setKept({ ...shown, view: 'files', company })}
          />
        )}
      </section>
    </div>
  );
}

/** A batch: its sums, its results by company and by file, and receipts to print. */
export function BatchScreen({ id }: { readonly id: string }) {
  const { t, formats } = useTexts();
  const { data, error, refetch } = useMethod('submissions.batch', { id });
  const title =
    data === undefined
      ? t('batch.list')
      : t('batch.title', { when: formats.moment(data.batch.createdAt) });
  return (
    <Page name="batch" title={title} crumb={<Crumb />} ready={data !== undefined || error !== null}>
      {error === null ? null : (
        <ErrorNotice
          error={error.error}
          title={t('batch.notFound')}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined ? (
        error === null && <SkeletonRows rows={8} label={t('app.loading')} />
      ) : (
        <BatchView batch={data.batch} companies={data.companies} />
      )}
    </Page>
  );
}
