// Swedish dates are written yyyy-mm-dd. Making one takes as long as checking five records.
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' });

/** The day in Europe/Madrid, where the ledger's days begin and end, as the number yyyymmdd. */
export function todayInMadrid(now: Date): number {
  return toDayNumber(dayFormat.format(now));
}

/** A day yyyy-mm-dd as the number yyyymmdd. */
export function toDayNumber(isoDate: string): number {
  return Number(isoDate.replaceAll('-', ''));
}
