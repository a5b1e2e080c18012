import type { ServiceProfile } from '../../service/profile.ts';

/**
 * When the service is asked next for the outcome of a submission that it has queued: at the time
 * that it gives, or at the profile's interval. Null where the profile names no such call, or its
 * time is over.
 */
export function nextAskAt(
  { endpoints, answers }: ServiceProfile,
  {
    now,
    sentAt,
    askedMs,
  }: { readonly now: Date; readonly sentAt: Date; readonly askedMs: number | null },
): string | null {
  const { queued } = answers.submission;
  if (endpoints.submissionResult === null || queued === null) return null;
  const waitMs = Math.min(Math.max(askedMs ?? queued.askEveryMs, 1000), 86_400_000);
  const next = now.getTime() + waitMs;
  const isOver = next > sentAt.getTime() + queued.askForMs;
  return isOver ? null : new Date(next).toISOString();
}
