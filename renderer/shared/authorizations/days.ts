import { dayOf } from '../../../contract/formats.ts';

/** The day in Bizkaia, where powers of representation are granted and end: `2026-11-21`. */
export function today(now = new Date()): string {
  return dayOf(now);
}

/** The same day so many years later; the 29th of February becomes the 28th. */
export function addYears(day: string, years: number): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const isLeapDay = month === '02' && date === '29';
  return `${Number(year) + years}-${month}-${isLeapDay ? '28' : date}`;
}
