/**
 * How a book, or a company, stands in a quarter; the most pressing first. `faulty`: files on the
 * list with errors; `keyless`: files that wait for the company's key; `missing`: owed, and nothing
 * is there.
 */
export const quarterStandings = [
  'rejected',
  'failed',
  'toCorrect',
  'unknown',
  'faulty',
  'authorization',
  'keyless',
  'ready',
  'missing',
  'sent',
  'complete',
  'nothing',
] as const;
export type QuarterStanding = (typeof quarterStandings)[number];

/** What needs nobody any more. */
export const settledStandings: readonly QuarterStanding[] = ['sent', 'complete', 'nothing'];
