import { ActionIcon } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { BatchCompany } from '../../../contract/batch.ts';
import { toCents } from '../../../contract/money.ts';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Pill } from '../../ui/pill.tsx';
import { toneSigns } from '../../ui/state-tones.ts';
import { batchStates, countOf, countText } from './batch-states.ts';

interface BatchCompaniesProps {
  readonly companies: readonly BatchCompany[];
  /** Shows the files of one. */
  readonly onChoose: (company: BatchCompany) => void;
  readonly onReceipt: (companyId: string) => void;
}

/** What was sent for each company, and its receipt. */
export function BatchCompanies({ companies, onChoose, onReceipt }: BatchCompaniesProps) {
  const { t, formats } = useTexts();
  const columns = useMemo(() => createColumns(t, formats, onReceipt), [t, formats, onReceipt]);
  return (
    <DataTable
      label={t('batch.companies')}
      columns={columns}
      rows={companies}
      rowKey={(company) => company.id}
      rowHeight={53}
      onActivate={onChoose}
    />
  );
}

function createColumns(
  t: Translate,
  formats: Formats,
  onReceipt: (companyId: string) => void,
): readonly DataColumn<BatchCompany>[] {
  return [
    {
      id: 'company',
      header: t('batch.company'),
      width: 'minmax(9rem, 1.4fr)',
      sortBy: (company) => company.fullName,
      cell: (company) => (
        <>
          <span className="z-cut z-td-main" title={company.fullName}>
            {company.fullName}
          </span>
          <span className="z-cut z-td-sub">{company.taxId}</span>
        </>
      ),
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
      width: '7.4rem',
      align: 'end',
      sortBy: (company) => toCents(company.amount) ?? 0n,
      cell: (company) => formats.amount(company.amount),
    },
    {
      id: 'result',
      header: t('batch.result'),
      width: 'minmax(10rem, 1.2fr)',
      sortBy: (company) => company.files - company.accepted,
      cell: (company) => (
        <span className="z-batch-pills">
          {batchStates.map(({ count, tone }) =>
            countOf(company, count) === 0 ? null : (
              <Pill key={count} tone={tone} sign={toneSigns[tone]}>
                {countText(t, formats, count, countOf(company, count))}
              </Pill>
            ),
          )}
        </span>
      ),
    },
    {
      id: 'receipt',
      header: t('batch.receipt'),
      head: <span className="z-unseen">{t('batch.receipt')}</span>,
      width: '2.4rem',
      align: 'end',
      cell: (company) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('batch.receiptOf', { name: company.fullName })}
          title={t('batch.receiptOf', { name: company.fullName })}
          data-testid="company-receipt"
          onClick={(event) => {
            event.stopPropagation();
            onReceipt(company.id);
          }}
        >
          <IconPrinter size={17} aria-hidden />
        </ActionIcon>
      ),
    },
  ];
}
