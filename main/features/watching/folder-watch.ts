import { type FSWatcher, watch } from 'node:fs';
import pLimit from 'p-limit';
import { toCallError } from '../../platform/call-error.ts';
import type { Core } from '../core.ts';
import type { ChosenFolder } from './folders-file.ts';
import { type FoundFile, type FoundFiles, listFiles } from './list-files.ts';
import { takeArrival } from './take-arrival.ts';
import {
  changeUnread,
  findKnownFiles,
  keepArrival,
  keepWatchedFiles,
  wasUnread,
} from './watched-files-table.ts';

/** How long a file must be unchanged, and how often a folder is read in any case. */
export interface WatchPace {
  readonly settleMs: number;
  /** The system's events are not reliable on shares. */
  readonly rescanMs: number;
}

export const realWatchPace: WatchPace = { settleMs: 2000, rescanMs: 30_000 };

/** The system reports one copy many times. */
const gatherMs = 150;

/** A share that does not answer holds threads of Node: the rest of Zubi needs the others. */
const inFewThreads = pLimit(2);

interface Unsettled {
  readonly file: FoundFile;
  readonly sinceMs: number;
}

type WatchState = 'watching' | 'away' | 'too_large';

/** Watches one folder until it is stopped. */
export class FolderWatch {
  readonly folder: ChosenFolder;
  readonly #core: Core;
  readonly #pace: WatchPace;
  readonly #unsettled = new Map<string, Unsettled>();
  #unread: ReadonlySet<string> = new Set();
  #state: WatchState = 'watching';
  #watcher: FSWatcher | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** When the folder is read in any case: a program may write in it without end. */
  #dueMs = Number.POSITIVE_INFINITY;
  #isScanning = false;
  #isStopped = false;
  /** Work on the history: it must end before the history is closed. */
  #taking: Promise<unknown> = Promise.resolve();

  constructor(core: Core, pace: WatchPace, folder: ChosenFolder) {
    this.folder = folder;
    this.#core = core;
    this.#pace = pace;
    this.#lookIn(0);
  }

  get state(): WatchState {
    return this.#state;
  }

  /** Does not wait for a share that does not answer. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#unwatch();
    await this.#taking;
  }

  #lookIn(ms: number): void {
    if (this.#isStopped || this.#isScanning) return;
    if (this.#timer) clearTimeout(this.#timer);
    const leftMs = Math.max(0, this.#dueMs - performance.now());
    this.#timer = setTimeout(() => void this.#look(), Math.min(ms, leftMs));
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    this.#isScanning = true;
    const silent = setTimeout(() => this.#setState('away'), this.#pace.rescanMs).unref();
    const found = await inFewThreads(() => this.#list());
    clearTimeout(silent);
    if (this.#isStopped) return;
    if (found === 'away') this.#unwatch();
    else this.#watch();
    this.#setState(found === 'away' ? 'away' : found === null ? 'too_large' : 'watching');
    if (found !== 'away' && found !== null) {
      this.#taking = this.#seeTo(found).catch((error: unknown) => {
        this.#core.log.warn('watched_files_not_taken', { code: toCallError(error).code });
      });
      await this.#taking;
    }
    this.#isScanning = false;
    const { settleMs, rescanMs } = this.#pace;
    const isWaiting = [...this.#unsettled.keys()].some((path) => !this.#unread.has(path));
    const nextMs = isWaiting ? settleMs : rescanMs;
    this.#dueMs = performance.now() + nextMs;
    this.#lookIn(nextMs);
  }

  async #list(): Promise<FoundFiles | 'away' | null> {
    if (this.#isStopped) return null;
    return listFiles(this.folder.path).catch(() => 'away' as const);
  }

  async #seeTo(found: FoundFiles): Promise<void> {
    const { files } = found;
    const { queries } = this.#core.store;
    const known = await findKnownFiles(queries, this.folder.id);
    if (known === null) {
      const { existingUntilMs } = this.folder;
      const existing = files.filter(({ modifiedMs }) => modifiedMs <= existingUntilMs);
      await keepExisting(this.#core, this.folder, existing);
      return this.#seeTo(found);
    }
    const fresh = files.filter(({ path, sizeBytes, modifiedMs }) => {
      const row = known.get(path);
      return row?.size_bytes !== sizeBytes || row.modified_ms !== modifiedMs;
    });
    const paths = new Set(fresh.map(({ path }) => path));
    for (const path of this.#unsettled.keys()) if (!paths.has(path)) this.#unsettled.delete(path);
    const unread = new Set(found.unread);
    for (const file of fresh) {
      if (this.#isStopped) return;
      const seen = this.#isSettled(file)
        ? await takeArrival(this.#core, this.folder, file)
        : 'later';
      if (seen === 'unread' || (seen === 'later' && wasUnread(known, file.path)))
        unread.add(file.path);
      if (seen === 'unread' || seen === 'later') continue;
      this.#unsettled.delete(file.path);
      await keepArrival(queries, seen);
      this.#core.emit({ name: 'watching.changed', payload: {} });
    }
    this.#unread = unread;
    const at = this.#core.clock().toISOString();
    if (await changeUnread(queries, known, { folderId: this.folder.id, paths: unread, at }))
      this.#core.emit({ name: 'watching.changed', payload: {} });
  }

  #isSettled(file: FoundFile): boolean {
    const nowMs = performance.now();
    const before = this.#unsettled.get(file.path);
    const isSame =
      before?.file.sizeBytes === file.sizeBytes && before.file.modifiedMs === file.modifiedMs;
    if (!isSame) this.#unsettled.set(file.path, { file, sinceMs: nowMs });
    return isSame && nowMs - before.sinceMs >= this.#pace.settleMs * 0.9;
  }

  #setState(state: WatchState): void {
    if (this.#isStopped || this.#state === state) return;
    this.#state = state;
    this.#core.log.info('watched_folder', { state });
    this.#core.emit({ name: 'watching.changed', payload: {} });
  }

  #watch(): void {
    if (this.#watcher !== null) return;
    try {
      // On Linux Node would open every folder below; the rescan finds their files instead.
      const options = { recursive: process.platform !== 'linux', persistent: false };
      this.#watcher = watch(this.folder.path, options, () => this.#lookIn(gatherMs));
      this.#watcher.on('error', () => this.#unwatch());
    } catch {
      // The rescan does it alone.
    }
  }

  #unwatch(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }
}

/** Notes that these files were there before the folder was watched. */
export async function keepExisting(
  core: Core,
  { id: folder_id }: ChosenFolder,
  files: readonly FoundFile[],
): Promise<void> {
  const rest = { sha256: null, outcome: 'existing', file_ids: '[]' } as const;
  const at = core.clock().toISOString();
  const itself = { path: '', sizeBytes: 0, modifiedMs: 0 };
  const rows = [itself, ...files].map(
    ({ path, sizeBytes: size_bytes, modifiedMs: modified_ms }) => {
      return { folder_id, path, size_bytes, modified_ms, ...rest, at };
    },
  );
  await keepWatchedFiles(core.store.queries, rows);
}
