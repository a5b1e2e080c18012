import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { sumAmounts } from '../../../contract/money.ts';
import type { CompanyOverview } from '../../../contract/overview.ts';
import { goTo } from '../../router.ts';
import { bookKindText, type Formats, type Translate, useTexts } from '../../texts.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Pill } from '../../ui/pill.tsx';
import { remedyOf, type Standing, standingOf, standings } from './standing.ts';

const tones = {
  rejected: 'red',
  failed: 'red',
  unknown: 'violet',
  toCorrect: 'amber',
  unsent: 'amber',
  missing: 'grey',
  waiting: 'grey',
  complete: 'green',
} as const satisfies Record<Standing, string>;

const words = {
  rejected: 'quarter.standingRejected',
  failed: 'quarter.standingFailed',
  unknown: 'quarter.standingUnknown',
  toCorrect: 'quarter.standingToCorrect',
  unsent: 'quarter.standingUnsent',
  missing: 'quarter.standingMissing',
  waiting: 'quarter.standingWaiting',
  complete: 'quarter.standingComplete',
} as const satisfies Record<Standing, string>;

/**
 * What each company has sent in the quarter and what it has not; a row leads to its submissions.
 */
export function CompaniesPanel({ companies }: { readonly companies: readonly CompanyOverview[] }) {
  const { t, formats } = useTexts();
  const roomy = useMediaQuery('(min-width: 1080px)', true, { getInitialValueInEffect: false });
  const columns = useMemo(
    () => companyColumns(t, formats).filter(({ id }) => roomy || id !== 'records'),
    [t, formats, roomy],
  );
  return (
    <section className="z-panel z-overview-companies" aria-label={t('quarter.byCompany')}>
      <DataTable
        label={t('quarter.byCompany')}
        columns={columns}
        rows={companies}
        rowKey={(company) => company.id}
        rowHeight={54}
        onActivate={(company) => goTo('history', null, `company=${encodeURIComponent(company.id)}`)}
      />
    </section>
  );
}

function companyColumns(t: Translate, formats: Formats): readonly DataColumn<CompanyOverview>[] {
  const records = (company: CompanyOverview) =>
    company.books.reduce((sum, book) => sum + book.records, 0);
  return [
    {
      id: 'company',
      header: t('quarter.company'),
      width: 'minmax(0, 2fr)',
      cell: (company) => (
        <>
          <span className="z-cut z-td-main" title={company.fullName}>
            {company.fullName}
          </span>
          <span className="z-cut z-td-sub">{company.taxId}</span>
        </>
      ),
      sortBy: (company) => company.fullName,
    },
    {
      id: 'books',
      header: t('quarter.books'),
      width: 'minmax(0, 1.7fr)',
      cell: (company) => (
        <span className="z-books" title={booksText(t, company)}>
          {booksText(t, company)}
        </span>
      ),
    },
    {
      id: 'records',
      header: t('quarter.records'),
      width: '5rem',
      align: 'end',
      cell: (company) => formats.count(records(company)),
      sortBy: records,
    },
    {
      id: 'amount',
      header: t('quarter.amount'),
      width: '6.4rem',
      align: 'end',
      cell: (company) => formats.amount(sumAmounts(company.books.map((book) => book.amount))),
    },
    {
      id: 'standing',
      header: t('quarter.standing'),
      width: '8.6rem',
      cell: (company) => (
        <>
          <a
            className="z-pill-link"
            href={remedyOf(company)}
            onClick={(event) => event.stopPropagation()}
            data-testid={`standing-${standingOf(company)}`}
          >
            <Pill tone={tones[standingOf(company)]}>{t(words[standingOf(company)])}</Pill>
          </a>
          {standingOf(company) === 'unsent' ? (
            <span className="z-cut z-td-sub" title={unsentText(t, formats, company)}>
              {unsentText(t, formats, company)}
            </span>
          ) : null}
        </>
      ),
      sortBy: (company) => standings.indexOf(standingOf(company)),
    },
  ];
}

/** How many files of a company have errors, else how many there are. */
function unsentText(t: Translate, formats: Formats, { unsent }: CompanyOverview): string {
  const counted = (count: number) => ({ count, formatted: formats.count(count) });
  return unsent.faulty > 0
    ? t('quarter.unsentFaulty', counted(unsent.faulty))
    : t('quarter.unsentFiles', counted(unsent.files));
}

function booksText(t: Translate, { books }: CompanyOverview): string {
  return books
    .map(({ book, missing }) => {
      const name = `${book.model} ${bookKindText(t, book)}`;
      return missing ? t('quarter.missingBook', { book: name }) : name;
    })
    .join(' · ');
}
