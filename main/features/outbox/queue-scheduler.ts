import { type Direct, inTurn, transact } from '../../platform/db/direct.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import { type Departure, findDeparture } from '../authorizations/public.ts';
import type { Core } from '../core.ts';
import { addEvent, emitChange, moveSubmission, readSubmission } from '../submissions/public.ts';
import {
  findObstacle,
  type Head,
  type Held,
  listHeads,
  listHeld,
  type Obstacle,
} from './queue-table.ts';

/** A submission whose turn it is, with what it needs to leave. */
export interface Next {
  readonly row: SubmissionsTable;
  readonly departure: Departure | null;
}

/**
 * The next submission to leave, or null: of the companies that have nothing on their way the one
 * that was served longest ago, and of that company the first in the queue. One that would overtake
 * an earlier one it builds on is held instead, and says so.
 */
export async function takeNext(
  core: Core,
  busy: Pick<ReadonlySet<string>, 'has'>,
  servedAt: ReadonlyMap<string, number>,
): Promise<Next | null> {
  const { queries } = core.store;
  // In one turn on the connection: each turn waits for whatever is being written, and meanwhile a
  // lane is empty.
  const look = () => inTurn(queries, (direct) => lookForNext(direct, busy, servedAt));
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

function lookForNext(
  direct: Direct,
  busy: Pick<ReadonlySet<string>, 'has'>,
  servedAt: ReadonlyMap<string, number>,
): Look {
  const turn = (head: Head) => servedAt.get(head.company_id) ?? 0;
  const isAnyHeld = listHeld(direct).length > 0;
  const [next] = listHeads(direct)
    .filter(({ company_id }) => !busy.has(company_id))
    .toSorted((a, b) => turn(a) - turn(b) || a.queue_order - b.queue_order);
  const row = next && readSubmission(direct, next.id);
  if (!row) return { isAnyHeld, head: null };
  const obstacle = findObstacle(direct, row.id);
  const departure = obstacle ? null : findDeparture(direct, row);
  return { isAnyHeld, head: { row, departure, obstacle } };
}

/** Holds a queued submission because something stands in its way. */
async function hold(core: Core, id: string, obstacle: Obstacle): Promise<void> {
  const at = core.clock().toISOString();
  await transact(core.store.queries, (direct) => {
    const change = { state: 'queued', held_by: obstacle.id } as const;
    if (!moveSubmission(direct, id, 'queued', change)) return;
    const data = { by: obstacle.id, state: obstacle.state, file: obstacle.fileName };
    addEvent(direct, id, { at, kind: 'held', data });
  });
  emitChange(core, id, 'queued');
}

/**
 * Lets those go whose obstacle is gone: resolved, sent again, or let go itself. In the order of the
 * queue, so that a chain goes link by link.
 */
function letGo(core: Core): Promise<void> {
  return release(core, (direct, { id }) => !findObstacle(direct, id));
}

/** A person lets what is held for a company go without what holds it. */
export function releaseCompany(core: Core, companyId: string): Promise<void> {
  return release(core, (_direct, held) => held.company_id === companyId, 'person');
}

async function release(
  core: Core,
  may: (direct: Direct, held: Held) => boolean,
  decision?: 'person',
): Promise<void> {
  const at = core.clock().toISOString();
  const released = await transact(core.store.queries, (direct) =>
    listHeld(direct).filter((held) => {
      if (!may(direct, held)) return false;
      const released_at = decision === 'person' ? at : null;
      const change = { state: 'queued', held_by: null, released_at } as const;
      if (!moveSubmission(direct, held.id, 'queued', change)) return false;
      const data = { by: held.held_by, ...(decision ? { decision } : {}) };
      addEvent(direct, held.id, { at, kind: 'released', data });
      return true;
    }),
  );
  for (const { id } of released) emitChange(core, id, 'queued');
}
