import type { ReactNode } from 'react';
import { type BookName, bookNames } from '../../../contract/ledger-books.ts';
import type { QuarterCell, QuarterCompany } from '../../../contract/quarter.ts';
import { placeHash } from '../../router.ts';
import { ChoiceBox, ChooseShown } from '../../shared/layout/choice.tsx';
import {
  accountingText,
  bookHeading,
  cellText,
  cellTitle,
  workOf,
} from '../../shared/quarter/quarter-words.ts';
import { QuarterBars, StandingMark, UnreadSign } from '../../shared/quarter/standing-mark.tsx';
import { type Formats, type Translate, useTexts } from '../../texts.ts';
import { amountWidth } from '../../ui/amount-width.ts';
import { pillWidth } from '../../ui/pill-width.ts';
import { differsFromAccounting } from './quarter-filter.ts';
import styles from './quarter-grid.module.css';

export interface MatrixColumn {
  readonly id: string;
  readonly header: string;
  /** Drawn instead of the header's text. */
  readonly head?: ReactNode;
  /** A CSS grid track. */
  readonly width: string;
  /** Its minimum width in pixels. */
  readonly least: number;
  readonly align: 'start' | 'end';
  readonly book: BookName | null;
  readonly cell: (company: QuarterCompany) => ReactNode;
}

/** Columns that the keyboard stops at. */
export const isActionable = ({ id, book }: MatrixColumn): boolean =>
  book !== null || id === 'company' || id === 'menu';

/** Dropped one by one in a narrow window; a book's state never is. */
const givenUp = ['taxId', 'adviser', 'bars', 'records', 'amount', 'difference'];
const gap = 12;

interface ColumnOptions {
  readonly t: Translate;
  readonly formats: Formats;
  readonly companies: readonly QuarterCompany[];
  /** The table's width in pixels. */
  readonly room: number;
  readonly isRoomy: boolean;
}

/** The columns that fit the matrix; books that no company files are left out. */
export function matrixColumns(options: ColumnOptions): readonly MatrixColumn[] {
  const { companies, room, t } = options;
  const used = new Set(companies.flatMap(({ cells }) => cells.map(({ book }) => book)));
  const books = bookNames.filter((book) => used.has(book));
  const isFitting = (all: readonly MatrixColumn[]) =>
    all.reduce((sum, { least }) => sum + least + gap, 0) <= room;
  let columns = [
    ...companyColumns(options),
    ...books.map((book) => bookColumn(t, companies, book)),
    ...factColumns(options),
  ];
  for (const id of givenUp) {
    if (isFitting(columns)) break;
    columns = columns.filter((column) => column.id !== id);
  }
  return columns;
}

const plain = { align: 'start', book: null } as const;

function companyColumns({ t, companies, isRoomy }: ColumnOptions): MatrixColumn[] {
  const hasAdvisers = companies.some(({ adviser }) => adviser !== null);
  return [
    {
      ...plain,
      id: 'choice',
      header: t('choice.all'),
      head: <ChooseShown />,
      width: '1.1rem',
      least: 18,
      cell: (company) => (
        <ChoiceBox
          items={[company]}
          label={t('choice.one', { name: company.fullName })}
          testId="choose-company"
        />
      ),
    },
    {
      ...plain,
      id: 'company',
      header: t('quarter.company'),
      width: 'minmax(7rem, 1fr)',
      least: 216,
      cell: (company) => (
        <span className={styles.name}>
          <a
            className="z-cut"
            href={placeHash('companies', company.id)}
            title={company.fullName}
            tabIndex={-1}
          >
            {company.fullName}
          </a>
          {isRoomy && (company.code ?? company.group) !== null ? (
            <span className="z-cut z-td-sub">
              {[company.code, company.group].filter((part) => part !== null).join(' · ')}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      ...plain,
      id: 'taxId',
      header: t('companies.columns.taxId'),
      width: '5.8rem',
      least: 93,
      cell: ({ taxId }) => <span className="z-second z-small">{taxId}</span>,
    },
    ...(hasAdvisers
      ? [
          {
            ...plain,
            id: 'adviser',
            header: t('companyForm.adviser'),
            // Where there is room, names are whole.
            width: 'minmax(5.4rem, 0.22fr)',
            least: 87,
            cell: ({ adviser }: QuarterCompany) => (
              <span className="z-cut z-second z-small" title={adviser ?? undefined}>
                {adviser ?? ''}
              </span>
            ),
          },
        ]
      : []),
  ];
}

function bookColumn(
  t: Translate,
  companies: readonly QuarterCompany[],
  book: BookName,
): MatrixColumn {
  const header = bookHeading(t, book);
  const kinds = new Map<string, QuarterCell>();
  for (const cell of companies.flatMap(({ cells }) => cells))
    if (cell.book === book) kinds.set(`${cell.standing} ${cell.count}`, cell);
  const rem = pillWidth(
    [...kinds.values()].map((cell) => cellText(t, cell)),
    header,
  );
  return {
    id: book,
    header,
    align: 'start',
    book,
    // At 200 % zoom a company's name stays readable beside three books.
    width: `minmax(5.9rem, ${rem}rem)`,
    least: rem * 16,
    cell: (company) => {
      const cell = company.cells.find((each) => each.book === book);
      if (cell === undefined)
        return (
          <span className={styles.none} aria-label={t('matrix.cell.none')} role="img">
            ·
          </span>
        );
      return (
        <a
          className={styles.work}
          href={workOf(company, cell)}
          tabIndex={-1}
          title={cellTitle(t, cell)}
          data-testid={`cell-${cell.standing}`}
        >
          <StandingMark standing={cell.standing}>{cellText(t, cell)}</StandingMark>
        </a>
      );
    },
  };
}

function factColumns({ t, formats, companies }: ColumnOptions): MatrixColumn[] {
  const isCompared = companies.some(({ accounting }) => accounting !== null);
  const amounts = companies.map(
    ({ amount, unread }) =>
      `${unread === 0 ? '' : `▲${unread}`}${amount === null ? '' : formats.amount(amount)}`,
  );
  const rem = amountWidth(amounts, 5.6);
  const differences = companies.map((company) => differenceWords(company, { t, formats }));
  const differenceRem = amountWidth(differences, 4.7);
  return [
    {
      id: 'records',
      header: t('quarter.records'),
      align: 'end',
      book: null,
      width: '4.1rem',
      least: 66,
      cell: ({ records }) => (records === null ? '—' : formats.count(records)),
    },
    {
      id: 'amount',
      header: t('quarter.amount'),
      align: 'end',
      book: null,
      width: `${rem}rem`,
      least: rem * 16,
      cell: ({ amount, unread }) => (
        <>
          {unread === 0 ? null : <UnreadSign count={unread} />}
          {amount === null ? '—' : formats.amount(amount)}
        </>
      ),
    },
    ...(isCompared
      ? [
          {
            id: 'difference',
            header: t('matrix.totals.column'),
            align: 'end' as const,
            book: null,
            width: `${differenceRem}rem`,
            least: differenceRem * 16,
            cell: (company: QuarterCompany) => <Difference company={company} />,
          },
        ]
      : []),
    {
      ...plain,
      id: 'bars',
      header: t('matrix.bars'),
      width: '3.4rem',
      least: 55,
      cell: ({ bars }) => <QuarterBars bars={bars} />,
    },
    {
      ...plain,
      id: 'menu',
      header: t('matrix.actions'),
      width: '1.75rem',
      least: 28,
      cell: () => null,
    },
  ];
}

/** The quarter compared with the accounting program's total. */
function differenceWords(
  company: QuarterCompany,
  { t, formats }: Pick<ColumnOptions, 't' | 'formats'>,
): string {
  const difference = company.accounting?.difference ?? null;
  if (difference === null) return '—';
  return differsFromAccounting(company)
    ? `≠ ${formats.amount(difference)}`
    : t('matrix.totals.equal');
}

function Difference({ company }: { readonly company: QuarterCompany }) {
  const { t, formats } = useTexts();
  const words = differenceWords(company, { t, formats });
  const { accounting } = company;
  if (accounting === null) return words;
  const title = accountingText({ t, formats }, accounting);
  if (accounting.difference === null)
    return (
      <span className="z-second" title={title}>
        {words}
      </span>
    );
  const isEqual = !differsFromAccounting(company);
  return (
    <span
      className={isEqual ? 'z-second' : styles.differs}
      title={title}
      data-testid={isEqual ? 'totals-equal' : 'totals-differ'}
    >
      {words}
    </span>
  );
}
