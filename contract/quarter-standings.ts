/**
 * Status of a book, or of a company, in a quarter; the most pressing first. `faulty`: files on the
 * list with errors; `keyless`: files that wait for the company's key; `missing`: to be filed, and
 * there is no file.
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

/** Statuses that need no action. */
export const settledStandings: readonly QuarterStanding[] = ['sent', 'complete', 'nothing'];

/** Key of the text for a book's status: cancellations alone count as nothing filed. */
export function toStandingWord({
  standing,
  count,
}: {
  readonly standing: QuarterStanding;
  readonly count: number;
}): QuarterStanding | 'cancelledOnly' {
  return standing === 'missing' && count > 0 ? 'cancelledOnly' : standing;
}
