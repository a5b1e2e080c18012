import { AsyncResource } from 'node:async_hooks';
import { SqliteAdapter } from 'kysely';
import type { Queries } from './tables.ts';

/**
 * HMAC of a link's hash under the key of the history's chain; null while the key is not available.
 */
export type Seal = (hash: string) => Uint8Array | null;

/** Hands the seal to the code that writes links. */
export class SealingAdapter extends SqliteAdapter {
  seal: Seal = () => null;
}

/** Seals links from now on. What `seal` starts is not part of the current transaction. */
export function sealWith(queries: Queries, seal: Seal): void {
  adapterOf(queries).seal = AsyncResource.bind(seal);
}

/** Seals a link's hash. */
export const sealHash = (queries: Queries, hash: string): Uint8Array | null =>
  adapterOf(queries).seal(hash);

function adapterOf(queries: Queries): SealingAdapter {
  const { adapter } = queries.getExecutor();
  if (!(adapter instanceof SealingAdapter)) throw new Error('no seal');
  return adapter;
}
