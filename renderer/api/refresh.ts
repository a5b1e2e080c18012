import type { QueryClient } from '@tanstack/react-query';
import { dayOf } from '../../contract/formats.ts';
import type { MethodName } from '../../contract/methods.ts';
import type { Host } from './bridge.ts';
import { staleMethods } from './queries.ts';
import { createWorklistRefresh } from './worklist-refresh.ts';

/** What depends on the day in Bizkaia: days left, deadlines, months, and what has expired. */
const ofTheDay = [
  'quarter.get',
  'quarter.company',
  'quarter.calendar',
  'overview.get',
  'authorizations.list',
  'authorizations.get',
  'companies.list',
  'companies.get',
  'connection.readiness',
  'submissions.worklist',
] as const;
const lookAtDayMs = 60_000;

/** Between two refreshes, however many events come; the first after a rest is immediate. */
const gatherMs = 120;

/**
 * Refreshes what events name, many events at once; everything after a gap; at midnight what depends
 * on the day. Returns the function that ends it.
 */
export function refreshByEvents(host: Host, client: QueryClient): () => void {
  const stale = new Set<MethodName>();
  const worklist = createWorklistRefresh(host.bridge, client);
  let timer: ReturnType<typeof setTimeout> | null = null;
  let flushedAt = Number.NEGATIVE_INFINITY;

  function arm(): void {
    timer ??= setTimeout(flush, Math.max(0, flushedAt + gatherMs - performance.now()));
  }
  function flush(): void {
    timer = null;
    flushedAt = performance.now();
    for (const name of stale) {
      // An answer on its way may be older than the event. Cancelling each would leave the query
      // without an answer: it is read again after.
      if (client.isFetching({ queryKey: [name] }) > 0) continue;
      stale.delete(name);
      void client.invalidateQueries({ queryKey: [name] });
    }
    if (worklist.flush() || stale.size > 0) arm();
  }
  const endEvents = host.bridge.subscribe((event) => {
    if (event.name === 'history.replaced') void client.invalidateQueries();
    const isOfFiles = event.name === 'worklist.changed' || event.name === 'submission.changed';
    if (isOfFiles) worklist.note(event);
    for (const name of staleMethods(event)) {
      if (!isOfFiles || name !== 'submissions.worklist') stale.add(name);
    }
    arm();
  });
  let day = dayOf(new Date());
  // A timer until midnight would wait through a suspension as well.
  const days = setInterval(() => {
    if (day === dayOf(new Date())) return;
    day = dayOf(new Date());
    for (const name of ofTheDay) stale.add(name);
    arm();
  }, lookAtDayMs);
  const endGap = host.onGap(() => void client.invalidateQueries());
  return () => {
    endEvents();
    endGap();
    clearInterval(days);
    if (timer !== null) clearTimeout(timer);
  };
}
