import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { Company, CompanySort } from '../../../contract/company.ts';
import { goTo, placeHash } from '../../router.ts';
import {
  AuthorizationPill,
  CompanyPill,
  companyStanding,
  KeyPill,
} from '../../shared/companies/company-pills.tsx';
import { useKeptPlace } from '../../shell/screen-state.tsx';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { useIsAtLeast } from '../../ui/use-is-at-least.ts';
import type { CompanyChoice } from './company-filter.ts';

const narrowLeavesOut: readonly string[] = ['territory', 'adviser', 'submissions'];

interface RowProps {
  readonly company: Company;
  readonly onReconcile: (company: Company) => void;
}

/** The key of a registered company; for any other its state, with the way out. */
function Situation({ company, onReconcile }: RowProps) {
  const { t } = useTexts();
  const standing = companyStanding(company);
  if (standing === 'registered') return <KeyPill company={company} />;
  return (
    <span className="z-states">
      <CompanyPill company={company} />
      {standing === 'creation_unknown' ? (
        <Button
          size="compact-xs"
          variant="default"
          onClick={(event) => {
            event.stopPropagation();
            onReconcile(company);
          }}
        >
          {t('reconcile.open')}
        </Button>
      ) : null}
    </span>
  );
}

function Submissions({
  company,
  formats,
}: {
  readonly company: Company;
  readonly formats: Formats;
}) {
  if (company.submissions === 0) return '0';
  return (
    <a
      href={placeHash('history', null, `company=${encodeURIComponent(company.id)}`)}
      onClick={(event) => event.stopPropagation()}
    >
      {formats.count(company.submissions)}
    </a>
  );
}

/** A column of the office's own words, where any company has them. */
function officeColumn(
  name: 'code' | 'adviser',
  { t, companies, width }: { t: Translate; companies: readonly Company[]; width: string },
): readonly DataColumn<Company>[] {
  if (companies.every((company) => company[name] === null)) return [];
  return [
    {
      id: name,
      header: t(`companies.columns.${name}`),
      width,
      cell: (company) => (
        <span className="z-cut z-second" title={company[name] ?? undefined}>
          {company[name] ?? ''}
        </span>
      ),
    },
  ];
}

function nameColumns(t: Translate, companies: readonly Company[]): readonly DataColumn<Company>[] {
  const [first] = companies;
  // One territory for all, whose files can be sent, is told nowhere.
  const isTerritoryTold = companies.some(
    ({ territoryName, canSubmit }) => !canSubmit || territoryName !== first?.territoryName,
  );
  const territory: DataColumn<Company> = {
    id: 'territory',
    header: t('companies.columns.territory'),
    width: '4.4rem',
    sortable: true,
    cell: (company) => (
      <span
        className="z-cut z-second"
        title={company.canSubmit ? company.territoryName : t('companies.cannotSubmit')}
      >
        {company.territoryName}
      </span>
    ),
  };
  return [
    ...officeColumn('code', { t, companies, width: 'minmax(3.4rem, 0.3fr)' }),
    {
      id: 'name',
      header: t('companies.columns.name'),
      width: 'minmax(10rem, 3fr)',
      sortable: true,
      cell: (company) => (
        <a
          className="z-cut z-td-main z-quiet-link"
          href={placeHash('companies', company.id)}
          title={company.fullName}
          onClick={(event) => event.stopPropagation()}
        >
          {company.fullName}
        </a>
      ),
    },
    {
      id: 'taxId',
      header: t('companies.columns.taxId'),
      width: '5.8rem',
      sortable: true,
      cell: (company) => company.taxId,
    },
    ...officeColumn('adviser', { t, companies, width: 'minmax(5.2rem, 0.7fr)' }),
    ...(isTerritoryTold ? [territory] : []),
  ];
}

/** The width of pills, in rem, so that names have the rest of the row. */
function pillWidth(words: readonly string[], head: string): string {
  const letters = Math.max(head.length, ...words.map(({ length }) => length));
  return `${(letters * 0.46 + 2.8).toFixed(1)}rem`;
}

function createColumns(
  { t, formats }: { readonly t: Translate; readonly formats: Formats },
  companies: readonly Company[],
  onReconcile: RowProps['onReconcile'],
): readonly DataColumn<Company>[] {
  const hasUnknown = companies.some((company) => companyStanding(company) === 'creation_unknown');
  const situations = companies.map((company) => {
    const standing = companyStanding(company);
    return standing === 'registered' ? t('companies.keyPresent') : t(`companies.state.${standing}`);
  });
  const authorizations = companies.map(({ authorization }) =>
    t(`authorization.state.${authorization}`),
  );
  return [
    ...nameColumns(t, companies),
    {
      id: 'key',
      header: t('companies.columns.key'),
      // The result of a creation is asked in the row itself: its button needs room.
      width: hasUnknown ? '15rem' : pillWidth(situations, t('companies.columns.key')),
      sortable: true,
      cell: (company) => <Situation company={company} onReconcile={onReconcile} />,
    },
    {
      id: 'authorization',
      header: t('companies.columns.authorization'),
      width: pillWidth(authorizations, t('companies.columns.authorization')),
      sortable: true,
      cell: (company) => <AuthorizationPill state={company.authorization} />,
    },
    {
      id: 'submissions',
      header: t('companies.columns.submissions'),
      width: '4.6rem',
      align: 'end',
      cell: (company) => <Submissions company={company} formats={formats} />,
    },
    {
      id: 'lastActivity',
      header: t('companies.columns.last'),
      width: '7.4rem',
      sortable: true,
      cell: ({ lastSubmissionAt: last }) => (
        <span
          className="z-second z-nowrap"
          title={last === null ? undefined : formats.moment(last)}
        >
          {last === null ? t('companies.never') : formats.date(last)}
        </span>
      ),
    },
  ];
}

interface CompanyTableProps {
  readonly companies: readonly Company[];
  /** The search text. */
  readonly choice: CompanyChoice;
  readonly sort: CompanySort;
  readonly onSort: (sort: CompanySort) => void;
  readonly onEnd: () => void;
  readonly onReconcile: (company: Company) => void;
}

/** The companies; the core sorts them, so a column's head requests another order. */
export function CompanyTable({
  companies,
  choice,
  sort,
  onSort,
  onEnd,
  onReconcile,
}: CompanyTableProps) {
  const { t, formats } = useTexts();
  const roomy = useIsAtLeast('1180px');
  const columns = useMemo(
    () =>
      createColumns({ t, formats }, companies, onReconcile).filter(
        ({ id }) => roomy || !narrowLeavesOut.includes(id),
      ),
    [t, formats, roomy, onReconcile, companies],
  );
  const place = useKeptPlace('companiesPlace');
  return (
    <DataTable
      label={t('companies.table')}
      columns={columns}
      rows={companies}
      rowKey={(company) => company.id}
      rowHeight={36}
      listKey={JSON.stringify({ choice, sort })}
      onActivate={(company) => goTo('companies', company.id)}
      onEnd={onEnd}
      place={place}
      sorted={{ column: sort.by, direction: sort.direction }}
      onSort={(column, direction) => onSort({ by: column as CompanySort['by'], direction })}
    />
  );
}
