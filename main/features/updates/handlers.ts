import type { Handlers } from '../core.ts';
import type { Updates } from './updates.ts';

export function updateHandlers(updates: Updates) {
  return {
    'updates.get': async () => updates.status,
    'updates.check': () => updates.check(),
    'updates.install': () => updates.install(),
  } satisfies Partial<Handlers>;
}
