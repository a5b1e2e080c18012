import type { State } from './database.ts';

/**
 * The arrangements with the service outside its interface (specification, part 1, preconditions).
 */
export interface IntermediaryStore {
  holdsSoftwareGarante(): boolean;
  setSoftwareGarante(holds: boolean): void;
}

/** The store over the one row of `intermediary`, which must exist. */
export function createIntermediaryStore(state: State): IntermediaryStore {
  const read = state.prepare('SELECT is_software_garante FROM intermediary').pluck();
  const write = state.prepare('UPDATE intermediary SET is_software_garante = ?');
  return {
    holdsSoftwareGarante: () => read.get() === 1,
    setSoftwareGarante: (holds) => {
      write.run(holds ? 1 : 0);
    },
  };
}
