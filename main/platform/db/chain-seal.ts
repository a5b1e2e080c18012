import { AsyncResource } from 'node:async_hooks';
import { type Kysely, SqliteAdapter } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * HMAC of a link's hash under the key of the history's chain; null while the key is not available.
 */
export type Seal = (hash: string) => Uint8Array | null;

/** Hands the seal to the code that writes links. */
export class SealingAdapter extends SqliteAdapter {
  seal: Seal = () => null;
}

/** Seals links from now on. What `seal` starts is not part of the current transaction. */
export function sealWith(queries: Kysely<Tables>, seal: Seal): void {
  adapterOf(queries).seal = AsyncResource.bind(seal);
}

/** Seals a link's hash. */
export const sealHash = (queries: Kysely<Tables>, hash: string): Uint8Array | null =>
  adapterOf(queries).seal(hash);

function adapterOf(queries: Kysely<Tables>): SealingAdapter {
  const { adapter } = queries.getExecutor();
  if (!(adapter instanceof SealingAdapter)) throw new Error('no seal');
  return adapter;
}
