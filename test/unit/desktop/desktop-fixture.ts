import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reply } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { Progress } from '../../../contract/queue.ts';
import { type Status, settingsSchema } from '../../../contract/settings.ts';
import { startDesktop } from '../../../main/hosts/desktop/desktop.ts';
import type { DesktopOptions } from '../../../main/hosts/desktop/desktop-options.ts';
import type { DesktopPreferences } from '../../../main/hosts/desktop/desktop-preferences.ts';
import type { HostedApp } from '../../../main/hosts/desktop/hosted-app.ts';
import type { IncomingFile, Log } from '../../../main/platform/ports.ts';
import * as electron from './fake-electron.ts';

const status: Status = {
  version: '0.0.0',
  face: 'desktop',
  environment: 'none',
  connectionName: null,
  connection: 'none',
  lastContactAt: null,
  queued: 0,
  sending: 0,
  needsAttention: 0,
  protection: { backend: 'session', protects: false, locked: false },
  faults: [],
  ownsDataFolder: true,
};

export const still: Progress = {
  files: 0,
  queued: 0,
  held: 0,
  sending: 0,
  done: 0,
  failed: 0,
  unknown: 0,
  cancelled: 0,
  bytes: { total: 0, sent: 0 },
  remainingMs: null,
  paused: false,
  pausedBecause: null,
  startsInMs: 0,
  waitingUntil: null,
  waitingBecause: null,
  onTheWay: [],
};

/** The core as the desktop sees it: it records calls and gives prepared answers. */
export class RecordedApp implements HostedApp {
  readonly called: { method: string; input: unknown }[] = [];
  readonly taken: IncomingFile[] = [];
  readonly replies = new Map<string, Reply<unknown>>([
    ['app.status', { ok: true, value: status }],
    ['settings.get', { ok: true, value: { language: 'eu' } }],
    ['submissions.progress', { ok: true, value: still }],
  ]);
  readonly closing = Promise.withResolvers<void>();
  readonly resting = Promise.withResolvers<void>();
  readonly drains: string[] = [];
  closeCalls = 0;
  chooseFolder: () => Promise<string | null> = () => Promise.resolve(null);
  #listener: ((event: AppEvent) => void) | null = null;

  async call(method: string, input: unknown): Promise<Reply<unknown>> {
    this.called.push({ method, input });
    const reply = this.replies.get(method) ?? { ok: true, value: {} };
    // As in the core, settings that are not set have their defaults.
    if (method === 'settings.get' && reply.ok)
      return { ok: true, value: settingsSchema.parse(reply.value) };
    return reply;
  }
  subscribe(listener: (event: AppEvent) => void): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = null;
    };
  }
  emit(event: AppEvent): void {
    this.#listener?.(event);
  }
  async takeFile(file: IncomingFile): Promise<Reply<{ fileId: string; name: string }>> {
    if (file.name.startsWith('refused'))
      return { ok: false, error: { code: 'file_unreadable', details: {} } };
    this.taken.push(file);
    return { ok: true, value: { fileId: String(this.taken.length), name: file.name } };
  }
  setStatus(change: Partial<Status>): void {
    this.replies.set('app.status', { ok: true, value: { ...status, ...change } });
  }
  setProgress(change: Partial<Progress>): void {
    this.replies.set('submissions.progress', { ok: true, value: { ...still, ...change } });
  }
  idle(): Promise<void> {
    return this.resting.promise;
  }
  close({ drain = 'finish' }: { readonly drain?: 'finish' | 'pause' } = {}): Promise<void> {
    this.closeCalls += 1;
    this.drains.push(drain);
    return this.closing.promise;
  }
}

/** A log that remembers. */
export class RecordedLog {
  readonly events: string[] = [];
  /** The data of the last event of each name. */
  readonly fields = new Map<string, Parameters<Log['error']>[1]>();
  info = this.#keep.bind(this);
  warn = this.#keep.bind(this);
  error = this.#keep.bind(this);
  #keep(event: string, fields?: Parameters<Log['error']>[1]): void {
    this.events.push(event);
    this.fields.set(event, fields);
  }
}

/** A desktop's options over a fresh folder; `remove` deletes the folder. */
export function createDesktopFixture(change: Partial<DesktopOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-desktop-'));
  const hosted = new RecordedApp();
  const log = new RecordedLog();
  const clock = { now: Date.parse('2026-07-01T10:00:00Z') };
  const preferences: DesktopPreferences = {};
  const opened: string[] = [];
  const signals = new EventEmitter();
  const options: DesktopOptions = {
    launch: {
      dataFolder: null,
      sandboxOnFirstUse: false,
      files: [],
      options: ['--data', 'here'],
      appImage: null,
      placeVariables: {},
    },
    dataFolder: folder,
    sessionFolder: join(folder, 'session'),
    applicationFolder: folder,
    rendererFolder: join(folder, 'renderer'),
    preload: '/somewhere/preload.cjs',
    personUmask: 0o022,
    signals,
    log,
    clock: () => new Date(clock.now),
    updater: null,
    async openApp(chooseFolder) {
      opened.push('app');
      hosted.chooseFolder = chooseFolder;
      return hosted;
    },
    openPreferences() {
      opened.push('preferences');
      return {
        read: () => preferences,
        write: (change) => void Object.assign(preferences, change),
        fault: () => null,
      };
    },
    ...change,
  };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { options, hosted, signals, log, clock, preferences, opened, folder, remove };
}

/** Lets everything that is already due happen. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Starts the desktop and returns its window. */
export async function openDesktop(options: DesktopOptions): Promise<electron.FakeWindow> {
  startDesktop(options);
  electron.app.ready.resolve();
  await settle();
  const [window] = electron.FakeWindow.all;
  if (window === undefined) throw new Error('no window was opened');
  return window;
}
