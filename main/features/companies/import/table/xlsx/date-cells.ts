const msPerDay = 86_400_000;
const maxFormat = 255;

/** Whether a number names a built-in format of dates or times (ISO/IEC 29500-1, 18.8.30). */
export function isDateFormatId(id: number): boolean {
  return (
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    (id >= 45 && id <= 47) ||
    (id >= 50 && id <= 58)
  );
}

/** Whether a format's code shows days, months, years, hours or seconds. */
export function isDateFormat(code: string): boolean {
  const bare = code
    .slice(0, maxFormat)
    .replaceAll(/"[^"]*"|\\.|[*_]./g, '')
    .toLowerCase();
  if (/\[(?:h+|m+|s+)\]/.test(bare)) return true;
  return /[dyhs]|mmm|am\/pm/.test(bare.replaceAll(/\[[^\]]*\]/g, ''));
}

/**
 * A number of days as `2025-01-31`; null when it is no date. Days count from 1904, or from 1900
 * with a 29 February 1900 (day 60) that never existed.
 */
export function toIsoDay(days: number, isFrom1904: boolean): string | null {
  const start = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 61 ? 31 : 30);
  const date = new Date(start + Math.round(days * msPerDay));
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}
