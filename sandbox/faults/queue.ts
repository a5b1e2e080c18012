import type { State } from '../state/database.ts';
import { type Fault, type FaultTarget, faultSchema } from './fault.ts';

/**
 * The waiting faults, first in first out for each kind of request; stored in the state, so they
 * survive a restart.
 */
export interface FaultQueue {
  add(faults: readonly Fault[]): void;
  take(target: FaultTarget): Fault | null;
  list(): readonly Fault[];
  clear(): void;
}

/** The queue over the state's `faults` table. */
export function createFaultQueue(state: State): FaultQueue {
  const insert = state.prepare('INSERT INTO faults (fault) VALUES (?)');
  const shift = state.prepare<[FaultTarget], { fault: string }>(
    `DELETE FROM faults WHERE id = (
      SELECT min(id) FROM faults WHERE coalesce(fault ->> 'on', 'submission') = ?
    ) RETURNING fault`,
  );
  const all = state.prepare<[], { fault: string }>('SELECT fault FROM faults ORDER BY id');
  const isWaiting = state.prepare('SELECT 1 FROM faults LIMIT 1');
  return {
    add: state.transaction((faults: readonly Fault[]) => {
      for (const fault of faults) insert.run(JSON.stringify(fault));
    }),
    take: (target) => {
      // A read first spares every ordinary request a write.
      if (isWaiting.get() === undefined) return null;
      const row = shift.get(target);
      return row === undefined ? null : parse(row.fault);
    },
    list: () => all.all().map((row) => parse(row.fault)),
    clear: () => {
      state.exec('DELETE FROM faults');
    },
  };
}

function parse(text: string): Fault {
  return faultSchema.parse(JSON.parse(text));
}
