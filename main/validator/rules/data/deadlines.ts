import { periodOf } from '../../../platform/filing-period.ts';

/** The quarter of a day yyyymmdd as year and number: 20243 is the third of 2024. */
export function quarterOf(day: number): number {
  const month = Math.floor(day / 100) % 100;
  return Math.floor(day / 10_000) * 10 + Math.ceil(month / 3);
}

/**
 * Last day (yyyymmdd) for the entries of a quarter (Envío Masivo v1.0.7, 1.3), the Monday after a
 * weekend; a holiday does not move it.
 */
export function deadlineOf(quarter: number): number {
  const [year, number] = [Math.floor(quarter / 10), quarter % 10];
  return Number(periodOf(`${year}-Q${number}`).deadline.replaceAll('-', ''));
}
