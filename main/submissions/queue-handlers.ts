import type { Core, Handlers } from '../core.ts';
import { releaseCompany } from './holds.ts';
import type { Outbox } from './outbox.ts';

/** The queue as a whole: how far it is, pause and go on. */
export function queueHandlers(
  core: Core,
  outbox: Outbox,
): Handlers<'submissions.pause' | 'submissions.resume' | 'submissions.progress'> {
  return {
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
  };
}
