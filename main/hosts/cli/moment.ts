/** Bizkaia's offset from UTC on a day, at noon: `+01:00`. */
function offsetOn(day: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: 'Europe/Madrid', timeZoneName: 'longOffset' },
  }).formatToParts(new Date(`${day}T12:00:00Z`));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', '') || 'Z';
}

/**
 * The first instant of a day (`2026-10-25`) in Bizkaia, within an hour on days of a clock change.
 */
export const dayStart = (day: string): string =>
  new Date(`${day}T00:00:00${offsetOn(day)}`).toISOString();

/** The last instant of that day. */
export const dayEnd = (day: string): string =>
  new Date(`${day}T23:59:59.999${offsetOn(day)}`).toISOString();
