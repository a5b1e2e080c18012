import { useMemo } from 'react';
import type { Company, CompanySort } from '../../../contract/company.ts';
import type { SoftwareGarante } from '../../../contract/connection.ts';
import { needsAuthorization } from '../../../contract/territory.ts';
import { useMethod } from '../../api/queries.ts';
import { goTo, placeHash } from '../../router.ts';
import {
  AuthorizationPill,
  CompanyPill,
  companyStanding,
  KeyPill,
} from '../../shared/companies/company-pills.tsx';
import { keptPart, useKeptPlace } from '../../shell/screen-state.tsx';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { pillWidth } from '../../ui/pill-width.ts';
import type { TablePlace } from '../../ui/table-scroll.ts';
import { useIsAtLeast } from '../../ui/use-is-at-least.ts';
import { type CompanyChoice, nextSort } from './company-filter.ts';

const companiesPlace = keptPart<TablePlace | null>(null, { of: 'companies' });

const narrowLeavesOut: readonly string[] = ['territory', 'adviser', 'submissions'];
/** At 200 % zoom the states stay in sight. */
const smallLeavesOut: readonly string[] = [...narrowLeavesOut, 'code', 'taxId', 'lastActivity'];

interface RowProps {
  readonly company: Company;
  readonly onReconcile: (company: Company) => void;
}

/** The key of a registered company; for any other its state, which asks for an unknown result. */
function Situation({ company, onReconcile }: RowProps) {
  const { t } = useTexts();
  const standing = companyStanding(company);
  if (standing === 'registered') return <KeyPill company={company} />;
  const pill = <CompanyPill company={company} />;
  if (standing !== 'creation_unknown') return pill;
  return (
    <button
      type="button"
      className="z-pill-link"
      aria-label={`${t('companies.state.creation_unknown')}: ${t('reconcile.open')}`}
      title={t('reconcile.open')}
      onClick={(event) => {
        event.stopPropagation();
        onReconcile(company);
      }}
    >
      {pill}
    </button>
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

/** A column of an office's field, if any company has a value. */
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
  // If all companies have one territory whose files can be sent, it is not shown.
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

/** Where none is needed, no document is missing. */
function authorizationColumn(
  t: Translate,
  companies: readonly Company[],
  garante: SoftwareGarante | null | undefined,
): readonly DataColumn<Company>[] {
  const shown = ({ authorization: state, territoryName }: Company) =>
    state === 'none' && !needsAuthorization(garante, territoryName) ? null : state;
  const states = companies.map(shown).filter((state) => state !== null);
  if (states.length === 0) return [];
  const header = t('companies.columns.authorization');
  const words = states.map((state) => t(`authorization.state.${state}`));
  return [
    {
      id: 'authorization',
      header,
      width: `${pillWidth(words, header)}rem`,
      sortable: true,
      cell: (company) => {
        const state = shown(company);
        return state === null ? null : <AuthorizationPill state={state} />;
      },
    },
  ];
}

interface ColumnOptions extends Pick<RowProps, 'onReconcile'> {
  readonly t: Translate;
  readonly formats: Formats;
  readonly garante: SoftwareGarante | null | undefined;
}

function createColumns(
  companies: readonly Company[],
  { t, formats, garante, onReconcile }: ColumnOptions,
): readonly DataColumn<Company>[] {
  const situations = companies.map((company) => {
    const standing = companyStanding(company);
    return standing === 'registered' ? t('companies.keyPresent') : t(`companies.state.${standing}`);
  });
  return [
    ...nameColumns(t, companies),
    {
      id: 'key',
      header: t('companies.columns.key'),
      width: `${pillWidth(situations, t('companies.columns.key'))}rem`,
      sortable: true,
      cell: (company) => <Situation company={company} onReconcile={onReconcile} />,
    },
    ...authorizationColumn(t, companies, garante),
    {
      id: 'submissions',
      header: t('companies.columns.submissions'),
      width: `${Math.max(3.8, pillWidth([], t('companies.columns.submissions')) - 1)}rem`,
      align: 'end',
      cell: (company) => <Submissions company={company} formats={formats} />,
    },
    {
      id: 'lastActivity',
      header: t('companies.columns.last'),
      width: `${Math.max(6.4, pillWidth([], t('companies.columns.last')))}rem`,
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

/** The companies; the core sorts them, so pressing a column's head requests another order. */
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
  const small = !useIsAtLeast('760px');
  const connection = useMethod('connection.get', {});
  const garante = connection.data?.softwareGarante;
  const columns = useMemo(
    () =>
      createColumns(companies, { t, formats, garante, onReconcile }).filter(
        ({ id }) => roomy || !(small ? smallLeavesOut : narrowLeavesOut).includes(id),
      ),
    [t, formats, garante, roomy, small, onReconcile, companies],
  );
  const place = useKeptPlace(companiesPlace);
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
      onSort={(column, direction) =>
        onSort(nextSort(sort, { by: column as CompanySort['by'], direction }))
      }
    />
  );
}
