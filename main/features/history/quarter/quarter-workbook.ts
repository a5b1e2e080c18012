import { bookNames } from '../../../../contract/ledger-books.ts';
import type { QuarterCell, QuarterCompany, QuarterMatrix } from '../../../../contract/quarter.ts';
import { toStandingWord } from '../../../../contract/quarter-standings.ts';
import { type SheetCell, type SheetColumn, writeXlsx } from '../../../platform/files/write-xlsx.ts';
import type { Texts } from '../../../platform/texts.ts';

/** The matrix as a workbook: the columns of the window, and some that it leaves out. */
export function writeQuarter(
  quarter: QuarterMatrix['quarter'],
  companies: readonly QuarterCompany[],
  texts: Texts,
): Uint8Array {
  const say = (key: string, params = {}) => texts.say(`matrix.${key}`, params);
  const hasTotals = companies.some(({ accounting }) => accounting !== null);
  const hasUnread = companies.some(({ unread }) => unread > 0);
  const columns: SheetColumn[] = [
    { heading: say('sheet.code'), width: 10 },
    { heading: say('sheet.company'), width: 36 },
    { heading: say('sheet.taxId'), width: 12 },
    { heading: say('sheet.adviser'), width: 14 },
    { heading: say('sheet.group'), width: 14 },
    { heading: say('sheet.standing'), width: 22 },
    ...bookNames.map((book) => ({ heading: say(`book.${book}`), width: 20 })),
    { heading: say('sheet.records'), width: 10 },
    { heading: say('sheet.amount'), width: 14, isAmount: true },
    ...(hasUnread ? [{ heading: say('sheet.unread'), width: 16 }] : []),
    ...(hasTotals
      ? [
          { heading: say('sheet.accounting'), width: 14, isAmount: true },
          { heading: say('sheet.difference'), width: 14, isAmount: true },
        ]
      : []),
  ];
  const rows = companies.map((company): SheetCell[] => [
    ...[company.code, company.fullName, company.taxId, company.adviser, company.group],
    say(`title.${companyWord(company)}`),
    ...bookNames.map((book) => cellWords(company, book, say)),
    company.records,
    toNumber(company.amount),
    ...(hasUnread ? [company.unread] : []),
    ...(hasTotals
      ? [
          toNumber(company.accounting?.amount ?? null),
          toNumber(company.accounting?.difference ?? null),
        ]
      : []),
  ]);
  return writeXlsx({
    name: say('short', { quarter: quarter.quarter, year: quarter.year }),
    columns,
    rows,
  });
}

/** A company counts as “only cancellations” where each of its missing books has them. */
function companyWord({ standing, cells }: QuarterCompany) {
  const counts = cells.filter((cell) => cell.standing === standing).map(({ count }) => count);
  return toStandingWord({ standing, count: Math.min(...counts) });
}

type Say = (key: string, params?: object) => string;

function cellWords(company: QuarterCompany, book: QuarterCell['book'], say: Say): string {
  const cell = company.cells.find((each) => each.book === book);
  if (cell === undefined) return '';
  const { standing, count } = cell;
  if (standing === 'ready' && count > 1) return say('cell.readyMany', { count });
  return say(`cell.${toStandingWord(cell)}`, { count: Math.max(1, count) });
}

const toNumber = (amount: string | null): number | null =>
  amount === null ? null : Number(amount);
