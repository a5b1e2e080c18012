import type { HeldSubmission } from '../../../contract/queue.ts';
import type { Core, Handlers } from '../core.ts';
import type { Outbox } from './outbox.ts';
import { releaseCompany } from './queue-scheduler.ts';
import { listHeldWithObstacles } from './queue-table.ts';

/** The whole queue: its progress, pausing and resuming. */
export function queueHandlers(core: Core, outbox: Outbox) {
  return {
    'submissions.held': async () => ({ held: await readHeld(core) }),
    'submissions.progress': () => outbox.progress(),
    'submissions.pause': async () => {
      await outbox.pause();
      return outbox.progress();
    },
    'submissions.resume': async ({ companyId }) => {
      if (companyId === undefined) await outbox.resume();
      else {
        await releaseCompany(core, companyId);
        outbox.wake();
      }
      return outbox.progress();
    },
  } satisfies Partial<Handlers>;
}

const maxHeld = 1000;

async function readHeld({ store }: Core): Promise<HeldSubmission[]> {
  const rows = await listHeldWithObstacles(store.queries, maxHeld);
  return rows.map(({ id, file, companyId, companyName, byId, byFile, byState }) => ({
    id,
    file,
    company: { id: companyId, fullName: companyName },
    by: { id: byId, file: byFile, state: byState },
  }));
}
