import type { Core } from '../core.ts';
import { type Departure, findDeparture } from '../store/departures.ts';
import { addEvent } from '../store/events.ts';
import { findObstacle, listHeads, listHeld, type Obstacle } from '../store/queue.ts';
import { findSubmission, moveSubmission } from '../store/submissions.ts';
import type { SubmissionsTable } from '../store/tables.ts';
import { tell } from './delivery.ts';

/** A submission whose turn it is, with what it needs to leave. */
export interface Next {
  readonly row: SubmissionsTable;
  readonly departure: Departure | null;
}

/**
 * The next submission to leave, or null: of the companies that have nothing on their way the one that was served longest ago, and of that company the
 * first in the queue. One that would overtake an earlier one it builds on is held instead, and says so.
 */
export async function takeNext(
  core: Core,
  busy: readonly string[],
  servedAt: ReadonlyMap<string, number>,
): Promise<Next | null> {
  const look = () =>
    core.store.queries.connection().execute((queries) => lookForNext(queries, busy, servedAt));
  let { isAnyHeld, head } = await look();
  if (isAnyHeld) {
    await letGo(core);
    ({ head } = await look());
  }
  while (head?.obstacle) {
    await hold(core, head.row.id, head.obstacle);
    ({ head } = await look());
  }
  return head;
}

interface Look {
  readonly isAnyHeld: boolean;
  readonly head: (Next & { readonly obstacle: Obstacle | undefined }) | null;
}

/** In one turn on the connection: each turn waits for whatever is being written, and meanwhile a lane is empty. */
async function lookForNext(
  queries: Core['store']['queries'],
  busy: readonly string[],
  servedAt: ReadonlyMap<string, number>,
): Promise<Look> {
  const turn = (head: { company_id: string }) => servedAt.get(head.company_id) ?? 0;
  const isAnyHeld = (await listHeld(queries)).length > 0;
  const heads = await listHeads(queries, busy);
  const [next] = heads.toSorted((a, b) => turn(a) - turn(b) || a.queue_order - b.queue_order);
  const row = next && (await findSubmission(queries, next.id));
  if (!row) return { isAnyHeld, head: null };
  const obstacle = await findObstacle(queries, row.id);
  const departure = obstacle ? null : await findDeparture(queries, row);
  return { isAnyHeld, head: { row, departure, obstacle } };
}

/** Holds a queued submission because something stands in its way. */
async function hold(core: Core, id: string, obstacle: Obstacle): Promise<void> {
  const at = core.clock().toISOString();
  await core.store.queries.transaction().execute(async (transaction) => {
    const change = { state: 'queued', held_by: obstacle.id } as const;
    if (!(await moveSubmission(transaction, id, 'queued', change))) return;
    const data = { by: obstacle.id, state: obstacle.state, file: obstacle.fileName };
    await addEvent(transaction, id, { at, kind: 'held', data });
  });
  tell(core, id, 'queued');
}

/** Lets those go whose obstacle is gone: resolved, sent again, or let go itself. In the order of the queue, so that a chain goes link by link. */
async function letGo(core: Core): Promise<void> {
  for (const { id, held_by } of await listHeld(core.store.queries)) {
    if (await findObstacle(core.store.queries, id)) continue;
    await release(core, id, { by: held_by });
  }
}

/** A person lets what is held for a company go without what holds it. */
export async function releaseCompany(core: Core, companyId: string): Promise<void> {
  for (const { id, held_by } of await listHeld(core.store.queries, companyId)) {
    await release(core, id, { by: held_by, decision: 'person' });
  }
}

async function release(
  core: Core,
  id: string,
  data: { by: string | null; decision?: 'person' },
): Promise<void> {
  const at = core.clock().toISOString();
  await core.store.queries.transaction().execute(async (transaction) => {
    const released_at = data.decision === 'person' ? at : null;
    const change = { state: 'queued', held_by: null, released_at } as const;
    if (!(await moveSubmission(transaction, id, 'queued', change))) return;
    await addEvent(transaction, id, { at, kind: 'released', data });
  });
  tell(core, id, 'queued');
}
