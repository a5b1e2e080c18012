import { dayOf } from '../../contract/formats.ts';

/** The day in Europe/Madrid, where the ledger's days begin and end, as the number yyyymmdd. */
export function todayInMadrid(now: Date): number {
  return toDayNumber(dayOf(now));
}

/** A day yyyy-mm-dd as the number yyyymmdd. */
export function toDayNumber(isoDate: string): number {
  return Number(isoDate.replaceAll('-', ''));
}
