import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Chromium, launchChromium } from './chromium.ts';
import { command, flushed, tell } from './control.ts';

/** An event that can be prevented. */
export const createEvent = (facts: object = {}) => ({
  ...facts,
  defaultPrevented: false,
  preventDefault(): void {
    this.defaultPrevented = true;
  },
});

export interface ClosableWindow {
  close(): void;
  destroy(): void;
}

const { HOME: home = '', LANGUAGE: language = 'es' } = process.env;

/** Electron's `app`, with the order of calls and events of its `Browser` class. */
export class Application extends EventEmitter {
  readonly #paths: Record<string, string> = { downloads: join(home, 'Downloads') };
  readonly #ready = Promise.withResolvers<void>();
  readonly windows = new Set<ClosableWindow>();
  #chromium: Chromium | null = null;
  #isQuitting = false;
  #isOver = false;
  /** The file that names the one process on its `userData`. */
  #lock: string | null = null;
  #relaunch: readonly string[] | null = null;
  #version = '';
  isPackaged = false;
  readonly commandLine = {
    hasSwitch: (name: string) =>
      process.argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
  };

  /** What Electron reads in the application's manifest. */
  describe(manifest: { productName: string; version: string }, isPackaged: boolean): void {
    this.#paths.userData = join(home, '.config', manifest.productName);
    this.#version = manifest.version;
    this.isPackaged = isPackaged;
  }

  /** Begins once the main script has run: Chromium first, then `ready`. */
  async start(): Promise<void> {
    if (this.#isOver) return;
    const profile = this.getPath('sessionData');
    mkdirSync(profile, { recursive: true });
    this.#chromium = await launchChromium(profile);
    tell('ready', { endpoint: this.#chromium.endpoint });
    this.emit('ready', createEvent(), {});
    this.#ready.resolve();
  }

  openPage(): Promise<Page> {
    if (this.#chromium === null) throw new Error('no window can be opened before the app is ready');
    return this.#chromium.openPage();
  }
  whenReady = (): Promise<void> => this.#ready.promise;
  isReady = (): boolean => this.#chromium !== null;
  getVersion = (): string => this.#version;
  /** Chromium knows its locale once it has started; it has no Basque. */
  getLocale = (): string => (this.isReady() ? 'es' : '');
  getPreferredSystemLanguages = (): string[] =>
    this.isReady() ? [language.replace('_', '-')] : [];
  setAppUserModelId = (): void => undefined;
  setBadgeCount = (): boolean => true;
  enableSandbox(): void {
    if (this.isReady()) throw new Error('the sandbox can only be enabled before the app is ready');
  }

  getPath(name: string): string {
    const path = this.#paths[name] ?? (name === 'sessionData' ? this.#paths.userData : undefined);
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }
  setPath(name: string, path: string): void {
    this.#paths[name] = path;
  }

  /** One process for each `userData`. Another one hands its arguments over. */
  requestSingleInstanceLock(data: unknown): boolean {
    const folder = join(this.getPath('userData'), 'stand-in');
    mkdirSync(folder, { recursive: true });
    const lock = join(folder, 'lock');
    if (existsSync(lock) && isAlive(Number(readFileSync(lock, 'utf8')))) {
      const letter = join(folder, `${process.pid}`);
      writeFileSync(letter, JSON.stringify([process.argv, process.cwd(), data]));
      renameSync(letter, `${letter}.json`);
      return false;
    }
    writeFileSync(lock, `${process.pid}`);
    this.#lock = lock;
    watch(folder, (_change, name) => {
      const letter = join(folder, `${name}`);
      if (!letter.endsWith('.json') || !existsSync(letter)) return;
      const handed: unknown[] = JSON.parse(readFileSync(letter, 'utf8'));
      rmSync(letter);
      // Electron waits for `ready` with it.
      void this.#ready.promise.then(() => this.emit('second-instance', createEvent(), ...handed));
    }).unref();
    return true;
  }

  relaunch({ args }: { readonly args: readonly string[] }): void {
    this.#relaunch = args;
  }

  quit(): void {
    if (this.#isQuitting || this.#isOver) return;
    const event = createEvent();
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#isQuitting = true;
    if (this.windows.size === 0) this.exit();
    for (const window of [...this.windows]) window.close();
  }

  /** A window has gone; the last one ends a quit, or emits that none is left. */
  forget(window: ClosableWindow): void {
    this.windows.delete(window);
    if (this.windows.size > 0) return;
    if (this.#isQuitting) this.exit();
    else if (!this.emit('window-all-closed')) this.quit();
  }

  /** A window would not close: then nothing quits. */
  stay(): void {
    this.#isQuitting = false;
  }

  exit(code = 0): void {
    if (!this.#isOver) void this.#end(code);
  }

  async #end(code: number): Promise<void> {
    this.#isOver = true;
    for (const window of this.windows) window.destroy();
    this.emit('quit', createEvent(), code);
    await this.#chromium?.close();
    if (this.#lock !== null) rmSync(this.#lock);
    await flushed();
    const options = { detached: true, stdio: 'inherit' } as const;
    if (this.#relaunch !== null)
      spawn(process.env.STAND_IN_PROGRAM ?? '', this.#relaunch, options).unref();
    process.exit(code);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export const app = new Application();

// Chromium answers one signal with a quit; the next has its usual effect. A listener of the
// application replaces it.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => {
    if (process.listenerCount(signal) === 0) app.quit();
  });
command('environment', ({ name }) => process.env[String(name)]);
