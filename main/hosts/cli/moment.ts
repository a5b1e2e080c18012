const minute = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Madrid',
  dateStyle: 'short',
  timeStyle: 'short',
});

/**
 * An instant as a line of text has it: `2026-10-25 23:59`, by the clocks in Bizkaia, as everywhere
 * a day counts.
 */
export function momentOf(instant: string): string {
  return minute.format(new Date(instant));
}
