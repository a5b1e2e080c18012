import { periodOf } from '../../../platform/filing-period.ts';

/** The quarter of a day yyyymmdd: `2026-Q3`. */
export function quarterOf(day: number): string {
  const year = String(Math.floor(day / 10_000)).padStart(4, '0');
  const month = Math.floor(day / 100) % 100;
  return `${year}-Q${Math.ceil(month / 3)}`;
}

/**
 * Last day (yyyymmdd) for the entries of a quarter (Envío Masivo v1.0.7, 1.3), the Monday after a
 * weekend; a holiday does not move it.
 */
export function deadlineOf(quarter: string): number {
  return Number(periodOf(quarter).deadline.replaceAll('-', ''));
}
