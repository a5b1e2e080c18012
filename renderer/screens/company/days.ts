/** Today as a day without a time, in the person's time zone: `2026-11-21`. */
export function today(now = new Date()): string {
  const parts = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${now.getFullYear()}-${parts.join('-')}`;
}

/** The same day so many years later; the 29th of February becomes the 28th. */
export function addYears(day: string, years: number): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const isLeapDay = month === '02' && date === '29';
  return `${Number(year) + years}-${month}-${isLeapDay ? '28' : date}`;
}
