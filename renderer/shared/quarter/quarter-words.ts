import type {
  BookName,
  QuarterCell,
  QuarterCompany,
  QuarterStanding,
} from '../../../contract/quarter.ts';
import { toStandingWord } from '../../../contract/quarter-standings.ts';
import { type Place, placeHash } from '../../router.ts';
import type { Formats, Translate } from '../../texts.ts';
import type { Tone } from '../../ui/pill.tsx';

interface Look {
  readonly tone: Tone;
  /** The sign has the same meaning as the colour. */
  readonly sign: string;
}

export const looks: Readonly<Record<QuarterStanding, Look>> = {
  rejected: { tone: 'red', sign: '✕' },
  failed: { tone: 'red', sign: '✕' },
  toCorrect: { tone: 'amber', sign: '▲' },
  unknown: { tone: 'violet', sign: '?' },
  faulty: { tone: 'amber', sign: '▲' },
  authorization: { tone: 'amber', sign: '≣' },
  keyless: { tone: 'amber', sign: '≣' },
  ready: { tone: 'accent', sign: '●' },
  missing: { tone: 'grey', sign: '○' },
  sent: { tone: 'grey', sign: '↑' },
  complete: { tone: 'green', sign: '✓' },
  nothing: { tone: 'grey', sign: '—' },
};

/** Parts with one colour in the summary's bar. */
export const quarterParts = [
  'complete',
  'sent',
  'correct',
  'failed',
  'unknown',
  'blocked',
  'ready',
  'missing',
  'nothing',
] as const;
type QuarterPart = (typeof quarterParts)[number];

export const partOf: Readonly<Record<QuarterStanding, QuarterPart>> = {
  rejected: 'correct',
  failed: 'failed',
  toCorrect: 'correct',
  faulty: 'correct',
  unknown: 'unknown',
  authorization: 'blocked',
  keyless: 'blocked',
  ready: 'ready',
  missing: 'missing',
  sent: 'sent',
  complete: 'complete',
  nothing: 'nothing',
};

/** The number of companies in each part. */
export function countParts(
  companies: readonly { readonly standing: QuarterStanding }[],
): Readonly<Record<QuarterPart, number>> {
  const counts = { complete: 0, sent: 0, correct: 0, failed: 0, unknown: 0 };
  const all = { ...counts, blocked: 0, ready: 0, missing: 0, nothing: 0 };
  for (const { standing } of companies) all[partOf[standing]] += 1;
  return all;
}

/** The text of a cell; the number only where there are several. */
export function cellText(t: Translate, { standing, count }: QuarterCell): string {
  switch (standing) {
    case 'toCorrect':
    case 'faulty':
      return t(`matrix.cell.${standing}`, { count: Math.max(1, count) });
    case 'ready':
      return count > 1 ? t('matrix.cell.readyMany', { count }) : t('matrix.cell.ready');
    default:
      return t(`matrix.cell.${toStandingWord({ standing, count })}`);
  }
}

/** What the cell means, in a sentence. */
export function cellTitle(t: Translate, cell: QuarterCell): string {
  return t(`matrix.title.${toStandingWord(cell)}`);
}

interface CellOwner {
  readonly id: string;
  readonly taxId: string;
}

/** Where the work of a cell is. */
export function workOf(
  company: CellOwner,
  { standing, submissionId }: Pick<QuarterCell, 'standing' | 'submissionId'>,
): string {
  const own = `company=${encodeURIComponent(company.id)}`;
  switch (standing) {
    case 'rejected':
    case 'failed':
    case 'toCorrect':
    case 'unknown':
      return submissionId === null
        ? placeHash('history', null, `${own}&waiting=1`)
        : placeHash('history', submissionId);
    case 'faulty':
    case 'ready':
    case 'missing':
      return placeHash('submit', null, `company=${encodeURIComponent(company.taxId)}`);
    case 'authorization':
    case 'keyless':
    case 'nothing':
      return placeHash('companies', company.id);
    case 'sent':
    case 'complete':
      return placeHash('history', null, own);
  }
}

/** How the quarter compares with the accounting program's amount, in a sentence. */
export function accountingText(
  { t, formats }: { readonly t: Translate; readonly formats: Formats },
  accounting: NonNullable<QuarterCompany['accounting']>,
): string {
  const amount = formats.euros(accounting.amount);
  if (accounting.difference === null) return t('matrix.totals.unknown', { amount });
  const difference = formats.euros(accounting.difference);
  const isEqual = Number(accounting.difference) === 0;
  return t(isEqual ? 'matrix.totals.agrees' : 'matrix.totals.differs', { amount, difference });
}

/** `140 con factura`. */
export function bookHeading(t: Translate, book: BookName): string {
  return t(`matrix.book.${book}`);
}

/** `T3 2026`, of `2026-Q3`. */
export function periodText(t: Translate, period: string): string {
  return t('matrix.short', { quarter: Number(period.at(-1)), year: Number(period.slice(0, 4)) });
}

/** The quarter so many quarters after another: `2026-Q4` is one after `2026-Q3`. */
export function periodAfter(period: string, quarters: number): string {
  const count = Number(period.slice(0, 4)) * 4 + Number(period.at(-1)) - 1 + quarters;
  return `${Math.floor(count / 4)}-Q${(count % 4) + 1}`;
}

/** The quarter of a day, `2026-11-21`. */
export function periodOfDay(day: string): string {
  return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/** The quarter of an address; undefined for the current one. */
export function periodIn({ query }: Place): string | undefined {
  const asked = new URLSearchParams(query).get('period') ?? '';
  return /^\d{4}-Q[1-4]$/.test(asked) ? asked : undefined;
}
