import type { Core } from '../core.ts';
import { countByState } from '../submissions/public.ts';
import type { UpdateSource } from './source.ts';
import { realUpdatePace, type UpdatePace, Updates } from './updates.ts';

/** Updates of a host; a host that stays open checks automatically (`go`). */
export function openUpdates(
  core: Core,
  options: {
    readonly go: boolean;
    readonly version: string;
    readonly updates?: UpdateSource | undefined;
    readonly updatePace?: UpdatePace | undefined;
  },
): Updates {
  const { go, version, updates: source = null, updatePace: pace = realUpdatePace } = options;
  const countMoving = async () => {
    const counts = await countByState(core.store.queries);
    return (counts.get('queued') ?? 0) + (counts.get('sending') ?? 0);
  };
  const updates = new Updates(core, { source, version, pace, countMoving });
  if (go) updates.start();
  return updates;
}
