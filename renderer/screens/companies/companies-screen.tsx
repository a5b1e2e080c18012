import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Company } from '../../../contract/company.ts';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Pill } from '../../ui/pill.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { CompanyDialog } from './company-dialog.tsx';
import { emptyProposal } from './company-proposal.ts';

function createColumns(t: Translate, formats: Formats): readonly DataColumn<Company>[] {
  return [
    {
      id: 'name',
      header: t('companies.columns.name'),
      width: 'minmax(10rem, 1.6fr)',
      sortBy: (company) => company.fullName,
      cell: (company) => (
        <span className="z-cut z-td-main" title={company.fullName}>
          {company.fullName}
        </span>
      ),
    },
    {
      id: 'taxId',
      header: t('companies.columns.taxId'),
      width: '7rem',
      sortBy: (company) => company.taxId,
      cell: (company) => company.taxId,
    },
    {
      id: 'territory',
      header: t('companies.columns.territory'),
      width: 'minmax(6rem, 1fr)',
      sortBy: (company) => company.territoryName,
      cell: (company) => (
        <span className="z-cut z-second" title={company.canSubmit ? undefined : t('companies.cannotSubmit')}>
          {company.territoryName}
        </span>
      ),
    },
    {
      id: 'key',
      header: t('companies.columns.key'),
      width: '6.5rem',
      sortBy: (company) => (company.key.present ? 1 : 0),
      cell: (company) => (
        <Pill tone={company.key.present ? 'grey' : 'red'}>
          {t(company.key.present ? 'companies.keyPresent' : 'companies.keyMissing')}
        </Pill>
      ),
    },
    {
      id: 'submissions',
      header: t('companies.columns.submissions'),
      width: '5.4rem',
      align: 'end',
      sortBy: (company) => company.submissions,
      cell: (company) =>
        company.submissions === 0 ? (
          '0'
        ) : (
          <a href={placeHash('history', null, `company=${encodeURIComponent(company.id)}`)}>
            {formats.count(company.submissions)}
          </a>
        ),
    },
    {
      id: 'last',
      header: t('companies.columns.last'),
      width: '9.5rem',
      sortBy: (company) => company.lastSubmissionAt ?? '',
      cell: ({ lastSubmissionAt: last }) => (
        <span className="z-second">{last === null ? t('companies.never') : formats.moment(last)}</span>
      ),
    },
  ];
}

function CompanyTable({ companies }: { readonly companies: readonly Company[] }) {
  const { t, formats } = useTexts();
  const columns = useMemo(() => createColumns(t, formats), [t, formats]);
  return (
    <DataTable
      label={t('companies.table')}
      columns={columns}
      rows={companies}
      rowKey={(company) => company.id}
      rowHeight={46}
    />
  );
}

/** Companies: for whom the office files. */
export function CompaniesScreen() {
  const { t, formats } = useTexts();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), 200);
  const [creating, setCreating] = useState(false);
  const query = useMethod('companies.list', text === '' ? {} : { text }, { keepPrevious: true });
  const companies = query.data?.companies;
  const count = companies?.length ?? 0;
  const nothingEver = companies?.length === 0 && text === '' && typed === '';
  const create = (
    <Button onClick={() => setCreating(true)} data-testid="new-company-button">
      {t('companies.create')}
    </Button>
  );
  return (
    <Page
      name="companies"
      title={t('companies.title')}
      subtitle={count > 0 ? t('companies.subtitle', { count, formatted: formats.count(count) }) : undefined}
      ready={companies !== undefined || query.isError}
    >
      {nothingEver ? null : (
        <div className="z-filters">
          <TextInput
            className="z-filter-text"
            leftSection={<IconSearch size={16} aria-hidden />}
            aria-label={t('companies.search')}
            data-testid="companies-search"
            placeholder={t('companies.searchHint')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {create}
        </div>
      )}
      {query.error === null ? null : (
        <ErrorNotice error={query.error.error} onRetry={() => void query.refetch()} />
      )}
      {query.isError && companies === undefined ? null : (
        <section className="z-panel z-fill" aria-label={t('companies.table')}>
          {query.isPending ? <SkeletonRows rows={8} label={t('app.loading')} /> : null}
          {nothingEver ? (
            <Empty title={t('companies.emptyTitle')} text={t('companies.emptyText')} action={create} />
          ) : null}
          {companies?.length === 0 && !nothingEver ? (
            <Empty title={t('companies.noneFound')} text={t('companies.noneFoundText')} />
          ) : null}
          {companies !== undefined && count > 0 ? <CompanyTable companies={companies} /> : null}
        </section>
      )}
      {creating ? <CompanyDialog proposals={[emptyProposal]} onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
