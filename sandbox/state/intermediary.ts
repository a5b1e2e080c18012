import type { State } from './database.ts';

/**
 * What is arranged with the service outside of its interface (specification, part 1,
 * preconditions).
 */
export interface IntermediaryStore {
  holdsSoftwareGarante(): boolean;
  setSoftwareGarante(holds: boolean): void;
}

/** Makes the store over the one row of `intermediary`, which must be there. */
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
