import type { Store } from '../../../main/store/store.ts';

/** Writes all words that are due, as a search of a command does before it looks. */
export async function writeDueWords(store: Pick<Store, 'writeDueWords'>): Promise<void> {
  while (await store.writeDueWords({ largeToo: true, patient: true }));
}
