/**
 * Last days for entries by quarter of the operation, as month and day (Envío Masivo v1.0.7, 1.3);
 * the fourth quarter's is in the next year.
 */
const lastDays: Readonly<Record<number, number>> = { 1: 425, 2: 725, 3: 1025, 4: 131 };

/** The quarter of a day yyyymmdd as year and number: 20243 is the third of 2024. */
export function quarterOf(day: number): number {
  const month = Math.floor(day / 100) % 100;
  return Math.floor(day / 10_000) * 10 + Math.ceil(month / 3);
}

/** Published last day (yyyymmdd) for the entries of a quarter; a holiday does not move it. */
export function deadlineOf(quarter: number): number {
  const number = quarter % 10;
  const year = Math.floor(quarter / 10) + (number === 4 ? 1 : 0);
  return year * 10_000 + (lastDays[number] ?? 0);
}
