import { ZubiError } from '../../../contract/errors.ts';
import { requireOnDisk } from '../../platform/files/incoming.ts';
import type { Core } from '../core.ts';
import { countByState, findLastEventAt } from '../submissions/public.ts';
import type { Mode } from './mode.ts';

/** What copies and restorations need from the open history. */
export function describeHistoryAccess(core: Core): Mode['historyAccess'] {
  const { queries, wasChecked } = core.store;
  const { chain } = core;
  return {
    wasChecked,
    lastEventAt: () => findLastEventAt(queries),
    pathOf: async (fileId) => (await requireOnDisk(core, fileId)).source_path,
    forCheck: () => chain.forCheck(),
    isTrusted: () => chain.question() === null,
    async requireRest() {
      // A history that went back in time sends nothing, and a person may want to restore a copy.
      if (chain.question() !== null) return;
      const counts = await countByState(queries);
      const waiting = (counts.get('queued') ?? 0) + (counts.get('sending') ?? 0);
      if (waiting > 0) throw new ZubiError('backup_queue_busy', { files: waiting });
    },
  };
}
