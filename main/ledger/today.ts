/** The day in Europe/Madrid, where the ledger's days begin and end, as the number yyyymmdd. */
export function todayInMadrid(now: Date): number {
  // The Swedish way of writing a date is yyyy-mm-dd.
  return toDayNumber(new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format(now));
}

/** A day yyyy-mm-dd as the number yyyymmdd. */
export function toDayNumber(isoDate: string): number {
  return Number(isoDate.replaceAll('-', ''));
}
