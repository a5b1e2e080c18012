export type { WatchPace } from './folder-watch.ts';
export { createWatching, type Watching } from './watching.ts';
