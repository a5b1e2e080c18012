/*
 * Days without a time, `2026-11-21`.
 */

/** Maximum term of a power of representation, in years (Decreto Foral 89/2020 of Bizkaia). */
export const maxAuthorizationYears = 5;

const dayMs = 86_400_000;

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The same day, `years` later. 29 February becomes 28 February in a common year. */
export function addYears(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const later = new Date(Date.UTC(year + years, month - 1, date));
  if (later.getUTCMonth() !== month - 1) later.setUTCDate(0);
  return later.toISOString().slice(0, 10);
}

/** Whole days between two days; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}
