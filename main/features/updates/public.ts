export { updateHandlers } from './handlers.ts';
export { openUpdates } from './open-updates.ts';
export type { UpdateSource } from './source.ts';
export type { UpdatePace, Updates } from './updates.ts';
