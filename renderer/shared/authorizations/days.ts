import { dayOf } from '../../../contract/formats.ts';

/** The day in Bizkaia, where powers of representation are granted and end: `2026-11-21`. */
export function today(now = new Date()): string {
  return dayOf(now);
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The same day so many years later; the 29th of February becomes the 28th. */
export function addYears(day: string, years: number): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const isLeapDay = month === '02' && date === '29';
  return `${Number(year) + years}-${month}-${isLeapDay ? '28' : date}`;
}
