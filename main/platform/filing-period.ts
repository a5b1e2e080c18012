const localDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' });

/** A quarter by the day its books are due. */
export interface FilingPeriod {
  /** `2026-Q3`: sorts by time. */
  readonly id: string;
  readonly year: number;
  readonly quarter: 1 | 2 | 3 | 4;
  /** Nominal last day, a local date `2026-10-25`; a holiday does not move it. */
  readonly deadline: string;
}

/** The date in Bizkaia, `YYYY-MM-DD`. */
export function localDateOf(instant: Date): string {
  return localDate.format(instant);
}

/** The month in Bizkaia, `YYYY-MM`. */
export function monthOf(instant: Date): string {
  return localDateOf(instant).slice(0, 7);
}

/**
 * The quarter with the next deadline at that instant (25 April, 25 July, 25 October, 31 January;
 * the day itself included). A file states only its year, so a submission between two deadlines
 * counts for the second.
 */
export function filingPeriodAt(instant: Date): FilingPeriod {
  const date = localDateOf(instant);
  const year = Number(date.slice(0, 4));
  const day = date.slice(5);
  if (day <= '01-31') return toPeriod(year - 1, 4);
  if (day <= '04-25') return toPeriod(year, 1);
  if (day <= '07-25') return toPeriod(year, 2);
  if (day <= '10-25') return toPeriod(year, 3);
  return toPeriod(year, 4);
}

/** The quarter before. */
export function periodBefore({ year, quarter }: FilingPeriod): FilingPeriod {
  switch (quarter) {
    case 1:
      return toPeriod(year - 1, 4);
    case 2:
      return toPeriod(year, 1);
    case 3:
      return toPeriod(year, 2);
    case 4:
      return toPeriod(year, 3);
  }
}

function toPeriod(year: number, quarter: FilingPeriod['quarter']): FilingPeriod {
  const deadlines = {
    1: `${year}-04-25`,
    2: `${year}-07-25`,
    3: `${year}-10-25`,
    4: `${year + 1}-01-31`,
  };
  return { id: `${year}-Q${quarter}`, year, quarter, deadline: deadlines[quarter] };
}
