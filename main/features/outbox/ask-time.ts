import type { ServiceProfile } from '../../service/profile.ts';

interface AskTimes {
  readonly now: Date;
  readonly sentAt: Date;
  /** The wait that the service asks for. */
  readonly askedMs: number | null;
  readonly mayEnd: boolean;
}

/**
 * When the service is asked next for the outcome of a submission that it has queued: at the time
 * that it gives, or at the profile's interval. Null where the profile names no such call, or its
 * time is over and `mayEnd`.
 */
export function nextAskAt(
  { endpoints, answers }: ServiceProfile,
  { now, sentAt, askedMs, mayEnd }: AskTimes,
): string | null {
  const { queued } = answers.submission;
  if (endpoints.submissionResult === null || queued === null) return null;
  const waitMs = Math.min(Math.max(askedMs ?? queued.askEveryMs, 1000), 86_400_000);
  const next = now.getTime() + waitMs;
  const isOver = mayEnd && next > sentAt.getTime() + queued.askForMs;
  return isOver ? null : new Date(next).toISOString();
}
