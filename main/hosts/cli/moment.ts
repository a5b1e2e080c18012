/** An instant of a day written as in Bizkaia; clocks there change at 01:00 UTC. */
function instantAt(day: string, time: string): string {
  const wall = `${day}T${time}`;
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Madrid',
    timeZoneName: 'longOffset',
  }).formatToParts(new Date(`${wall}Z`));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // Before 1901 the offset has seconds (`GMT-00:14:44`), which ISO 8601 does not know.
  return new Date(wall + (name.replace('GMT', '').slice(0, 6) || 'Z')).toISOString();
}

/** The first instant of a day (`2026-10-25`) in Bizkaia. */
export const dayStart = (day: string): string => instantAt(day, '00:00:00');

/** The last instant of that day. */
export const dayEnd = (day: string): string => instantAt(day, '23:59:59.999');
