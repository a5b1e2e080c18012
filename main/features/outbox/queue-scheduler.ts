import type { Queries, SubmissionsTable } from '../../platform/db/tables.ts';
import { type Departure, findDeparture } from '../authorizations/public.ts';
import type { Core } from '../core.ts';
import { addEvent, emitChange, findSubmission, moveSubmission } from '../submissions/public.ts';
import type { Lanes } from './lanes.ts';
import {
  findObstacle,
  type Head,
  type Held,
  listHeads,
  listHeld,
  type Obstacle,
} from './queue-table.ts';

/** The next submission, with what sending it needs. */
export interface Next {
  readonly row: SubmissionsTable;
  readonly departure: Departure | null;
}

/**
 * The next submission to send, or null. Of the companies with nothing under way it takes the one
 * served longest ago, and its first submission in the queue. A submission that would overtake an
 * earlier one on which it builds is held: `onHeld` is called with its batch.
 */
export async function takeNext(
  core: Core,
  lanes: Pick<Lanes, 'mayServe' | 'lastTurnOf'>,
  onHeld: (batchId: string | null) => void,
): Promise<Next | null> {
  const { queries } = core.store;
  const { environment } = core.connection.configured();
  // What waits for another connection comes last, and stops the queue only when all else is sent.
  const turnOf = (head: Head) => [
    head.environment === environment ? 0 : 1,
    lanes.lastTurnOf(head.company_id),
    head.queue_order,
  ];
  // Uses the connection once: each use waits for other writes, and meanwhile a lane is empty.
  const look = () =>
    queries.connection().execute((connection) => lookForNext(connection, lanes, turnOf));
  let { isAnyHeld, head } = await look();
  if (isAnyHeld) {
    await letGo(core);
    ({ head } = await look());
  }
  while (head?.obstacle) {
    await hold(core, head.row.id, head.obstacle);
    onHeld(head.row.batch_id);
    ({ head } = await look());
  }
  return head;
}

interface Look {
  readonly isAnyHeld: boolean;
  readonly head: (Next & { readonly obstacle: Obstacle | undefined }) | null;
}

async function lookForNext(
  queries: Queries,
  lanes: Pick<Lanes, 'mayServe'>,
  turnOf: (head: Head) => readonly number[],
): Promise<Look> {
  const isAnyHeld = (await listHeld(queries)).length > 0;
  const [next] = (await listHeads(queries))
    .filter(({ company_id }) => lanes.mayServe(company_id))
    .toSorted((a, b) => compareTurns(turnOf(a), turnOf(b)));
  const row = next && (await findSubmission(queries, next.id));
  if (!row) return { isAnyHeld, head: null };
  const obstacle = await findObstacle(queries, row.id);
  const departure = obstacle ? null : await findDeparture(queries, row);
  return { isAnyHeld, head: { row, departure, obstacle } };
}

function compareTurns(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Holds a queued submission because of an obstacle. */
async function hold(core: Core, id: string, obstacle: Obstacle): Promise<void> {
  const at = core.clock().toISOString();
  await core.store.queries.transaction().execute(async (transaction) => {
    const change = { state: 'queued', held_by: obstacle.id } as const;
    if (!(await moveSubmission(transaction, id, 'queued', change))) return;
    const data = { by: obstacle.id, state: obstacle.state, file: obstacle.fileName };
    await addEvent(transaction, id, { at, kind: 'held', data });
  });
  emitChange(core, id, 'queued');
}

/**
 * Releases held submissions whose obstacle is gone: resolved, sent again, or released itself. In
 * the order of the queue, so that a chain is released link by link.
 */
function letGo(core: Core): Promise<void> {
  return release(core, async (queries, { id }) => !(await findObstacle(queries, id)));
}

/** Releases a company's held submissions on a person's decision, despite their obstacles. */
export function releaseCompany(core: Core, companyId: string): Promise<void> {
  return release(core, async (_queries, held) => held.company_id === companyId, 'person');
}

async function release(
  core: Core,
  may: (queries: Queries, held: Held) => Promise<boolean>,
  decision?: 'person',
): Promise<void> {
  const at = core.clock().toISOString();
  const released_at = decision === 'person' ? at : null;
  const released = await core.store.queries.transaction().execute(async (transaction) => {
    const ids: string[] = [];
    for (const held of await listHeld(transaction)) {
      if (!(await may(transaction, held))) continue;
      const change = { state: 'queued', held_by: null, released_at } as const;
      if (!(await moveSubmission(transaction, held.id, 'queued', change))) continue;
      const data = { by: held.held_by, ...(decision ? { decision } : {}) };
      await addEvent(transaction, held.id, { at, kind: 'released', data });
      ids.push(held.id);
    }
    return ids;
  });
  for (const id of released) emitChange(core, id, 'queued');
}
