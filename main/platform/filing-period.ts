import { dayOf } from '../../contract/formats.ts';

/** A quarter by the day its books are due. */
export interface FilingPeriod {
  /** `2026-Q3`: sorts by time. */
  readonly id: string;
  readonly year: number;
  readonly quarter: 1 | 2 | 3 | 4;
  /**
   * Last day, a local date `2026-10-26`: the Monday after, where the nominal day is of a weekend.
   * Holidays are not known here.
   */
  readonly deadline: string;
}

/** First fiscal year of the ledger, when it was voluntary (batuz.eus). */
export const firstFiscalYear = 2022;

/** The month in Bizkaia, `YYYY-MM`. */
export function monthOf(instant: Date): string {
  return dayOf(instant).slice(0, 7);
}

/**
 * The quarter with the next deadline at that instant (25 April, 25 July, 25 October, 31 January;
 * the day itself included).
 */
export function filingPeriodAt(instant: Date): FilingPeriod {
  const date = dayOf(instant);
  let period = toPeriod(Number(date.slice(0, 4)) - 1, 4);
  while (period.deadline < date) period = periodAfter(period);
  return period;
}

/** The quarter that has begun at that instant: its records are still being made. */
export function runningPeriodAt(instant: Date): FilingPeriod {
  const [year = 0, month = 1] = dayOf(instant).split('-').map(Number);
  return toPeriod(year, Math.ceil(month / 3) as FilingPeriod['quarter']);
}

/** What is known of the records of a file. */
interface Dated {
  /** Their quarter; null where they have no day. */
  readonly period: string | null;
  readonly fiscalYear: number | null;
}

/**
 * The quarter that a file counts for when it is sent at that instant: that of its records. Where
 * they name none, the quarter with the next deadline; for another year, the nearest of that year.
 */
export function periodOfFile({ period, fiscalYear }: Dated, instant: Date): FilingPeriod {
  if (period !== null) return periodOf(period);
  const current = filingPeriodAt(instant);
  const running = runningPeriodAt(instant);
  if (fiscalYear === null || fiscalYear < firstFiscalYear || fiscalYear > running.year)
    return current;
  if (fiscalYear < current.year) return toPeriod(fiscalYear, 4);
  return fiscalYear > current.year ? running : current;
}

/** The quarter of an id such as `2026-Q3`. */
export function periodOf(id: string): FilingPeriod {
  return toPeriod(Number(id.slice(0, 4)), Number(id.at(-1)) as FilingPeriod['quarter']);
}

/** The quarter before. */
export const periodBefore = (period: FilingPeriod): FilingPeriod => moved(period, -1);

/** The quarter after. */
export const periodAfter = (period: FilingPeriod): FilingPeriod => moved(period, 1);

function moved({ year, quarter }: FilingPeriod, quarters: number): FilingPeriod {
  const count = year * 4 + quarter - 1 + quarters;
  return toPeriod(Math.floor(count / 4), ((count % 4) + 1) as FilingPeriod['quarter']);
}

function toPeriod(year: number, quarter: FilingPeriod['quarter']): FilingPeriod {
  // A record may have a day of the year 26.
  const [own, next] = [year, year + 1].map((each) => String(each).padStart(4, '0'));
  const nominal = {
    1: `${own}-04-25`,
    2: `${own}-07-25`,
    3: `${own}-10-25`,
    4: `${next}-01-31`,
  };
  return { id: `${own}-Q${quarter}`, year, quarter, deadline: toWorkday(nominal[quarter]) };
}

/** The day itself, or the Monday after a Saturday or Sunday. */
function toWorkday(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const daysToMonday = { 6: 2, 0: 1 }[date.getUTCDay()] ?? 0;
  date.setUTCDate(date.getUTCDate() + daysToMonday);
  return date.toISOString().slice(0, 10);
}
