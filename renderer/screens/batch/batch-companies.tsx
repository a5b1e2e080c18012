import { ActionIcon } from '@mantine/core';
import { IconFileTypePdf, IconMail } from '@tabler/icons-react';
import { type MouseEvent, useMemo } from 'react';
import type { BatchCompany } from '../../../contract/batch.ts';
import { toCents } from '../../../contract/money.ts';
import { useReceipt, useReceiptDrag } from '../../shared/documents/use-receipt.ts';
import { countOf } from '../../shared/history/batch-states.ts';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { amountWidth } from '../../ui/amount-width.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { useIsAtLeast } from '../../ui/use-is-at-least.ts';
import { BatchPills } from './batch-pills.tsx';

const problems = ['rejected', 'failed', 'unknown', 'partiallyAccepted', 'withErrors'] as const;

interface BatchCompaniesProps {
  readonly companies: readonly BatchCompany[];
  /** Shows the files of one company. */
  readonly onChoose: (company: BatchCompany) => void;
  readonly batchId: string;
}

/** The companies of a batch, with receipts. */
export function BatchCompanies({ companies, onChoose, batchId }: BatchCompaniesProps) {
  const { t, formats } = useTexts();
  const wide = useIsAtLeast('1180px');
  const narrow = useIsAtLeast('820px');
  const columns = useMemo(() => {
    const leftOut = wide ? [] : narrow ? ['taxId'] : ['taxId', 'records', 'amount'];
    return createColumns(t, formats, batchId, companies).filter(({ id }) => !leftOut.includes(id));
  }, [t, formats, batchId, companies, wide, narrow]);
  const rows = useMemo(() => problemsFirst(companies), [companies]);
  return (
    <DataTable
      label={t('batch.companies')}
      columns={columns}
      rows={rows}
      rowKey={(company) => company.id}
      rowHeight={35}
      onActivate={onChoose}
    />
  );
}

/** Companies with a file that needs attention first; then in the order of arrival. */
function problemsFirst(companies: readonly BatchCompany[]): readonly BatchCompany[] {
  const hasProblem = (company: BatchCompany) => problems.some((name) => countOf(company, name) > 0);
  return companies.toSorted((one, other) => Number(hasProblem(other)) - Number(hasProblem(one)));
}

function createColumns(
  t: Translate,
  formats: Formats,
  batchId: string,
  companies: readonly BatchCompany[],
): readonly DataColumn<BatchCompany>[] {
  const amounts = companies.map(({ amount }) => formats.amount(amount));
  return [
    {
      id: 'company',
      header: t('batch.company'),
      width: 'minmax(9rem, 1.4fr)',
      sortBy: (company) => company.fullName,
      cell: (company) => (
        <span className="z-cut z-td-main" title={`${company.fullName} · ${company.taxId}`}>
          {company.fullName}
        </span>
      ),
    },
    {
      id: 'taxId',
      header: t('companies.columns.taxId'),
      width: '5.8rem',
      sortBy: (company) => company.taxId,
      cell: (company) => <span className="z-second z-small">{company.taxId}</span>,
    },
    {
      id: 'files',
      header: t('batch.files'),
      width: '4.6rem',
      align: 'end',
      sortBy: (company) => company.files,
      cell: (company) => formats.count(company.files),
    },
    {
      id: 'records',
      header: t('batch.records'),
      width: '5rem',
      align: 'end',
      sortBy: (company) => company.records,
      cell: (company) => formats.count(company.records),
    },
    {
      id: 'amount',
      header: t('batch.amount'),
      width: `${amountWidth(amounts, 6.6)}rem`,
      align: 'end',
      sortBy: (company) => toCents(company.amount) ?? 0n,
      cell: (company) => formats.amount(company.amount),
    },
    {
      id: 'result',
      header: t('batch.result'),
      width: 'minmax(10rem, 1.2fr)',
      sortBy: (company) => company.files - company.accepted,
      cell: (company) => <BatchPills counts={company} />,
    },
    {
      id: 'receipt',
      header: t('batch.receipt'),
      head: <span className="z-hidden">{t('batch.receipt')}</span>,
      width: '4.8rem',
      align: 'end',
      cell: (company) => <ReceiptActions company={company} batchId={batchId} />,
    },
  ];
}

interface ReceiptActionsProps {
  readonly company: BatchCompany;
  readonly batchId: string;
}

/** A company's receipt: saved, dragged out, or in the draft of a message to the client. */
function ReceiptActions({ company, batchId }: ReceiptActionsProps) {
  const { t } = useTexts();
  const receipt = useReceipt();
  const drag = useReceiptDrag();
  const order = { batchId, companyId: company.id } as const;
  const name = company.fullName;
  const make = (format: 'pdf' | 'eml') => (event: MouseEvent) => {
    event.stopPropagation();
    receipt.mutate({ ...order, format });
  };
  const isMaking = (format: 'pdf' | 'eml') =>
    receipt.isPending && receipt.variables.format === format;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('batch.receiptOf', { name })}
        title={t('batch.receiptDrag', { name })}
        loading={isMaking('pdf')}
        data-testid="company-receipt"
        onClick={make('pdf')}
        {...drag({ ...order, format: 'pdf' })}
      >
        <IconFileTypePdf size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('batch.draftOf', { name })}
        title={t('batch.draftOf', { name })}
        loading={isMaking('eml')}
        data-testid="company-draft"
        onClick={make('eml')}
      >
        <IconMail size={17} aria-hidden />
      </ActionIcon>
    </>
  );
}
