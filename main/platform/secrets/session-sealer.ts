import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Sealer } from './sealer.ts';
import { unreadable } from './vault-error.ts';

/** Keeps keys in memory until the process ends: the default when nothing protects them. */
export function createSessionSealer(): Sealer {
  const keys = new Map<string, Buffer>();
  return {
    backend: 'session',
    protects: false,
    keeps: false,
    available: async () => true,
    sealKey: async (key) => {
      const id = randomUUID();
      keys.set(id, Buffer.from(key));
      return id;
    },
    openKey: async (sealed) => {
      const key = keys.get(sealed);
      if (key === undefined) throw unreadable('missing');
      return { key: Buffer.from(key), stale: false };
    },
    forgetKey: async (sealed) => {
      keys.get(sealed)?.fill(0);
      keys.delete(sealed);
    },
  };
}
