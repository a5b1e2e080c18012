import { addDays } from '../../contract/days.ts';
import { dayOf, formatTime } from '../../contract/formats.ts';

/** The first instant of a day in Bizkaia. */
export function startOfDay(day: string): Date {
  const midnight = new Date(`${day}T00:00:00Z`);
  // One or two hours ahead of it, by the season: the right one begins the day.
  const starts = [2, 1].map((hours) => new Date(midnight.getTime() - hours * 3_600_000));
  return starts.find((start) => dayOf(start) === day && formatTime(start) === '00:00') ?? midnight;
}

/** First and last instant of the days in Bizkaia, for the history's filter. */
export function dayBounds(from: string | null, to: string | null): { from?: string; to?: string } {
  return {
    ...(from === null ? {} : { from: startOfDay(from).toISOString() }),
    ...(to === null
      ? {}
      : { to: new Date(startOfDay(addDays(to, 1)).getTime() - 1).toISOString() }),
  };
}
