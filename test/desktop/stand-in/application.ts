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
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chromium } from './chromium.ts';
import { createEvent } from './contents.ts';
import { command, flushed, tell } from './control.ts';
import { appFolder, isPackaged } from './place.ts';

export interface ClosableWindow {
  close(): void;
  destroy(): void;
}

const home = process.env.HOME ?? homedir();
const configuration = process.env.XDG_CONFIG_HOME ?? join(home, '.config');
const manifest = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'));

/** Electron's `app`, with the order of calls and events of its `Browser` class. */
export class Application extends EventEmitter {
  readonly #paths: Record<string, string> = {
    appData: configuration,
    userData: join(configuration, manifest.productName),
    home,
    temp: tmpdir(),
    downloads: join(home, 'Downloads'),
  };
  readonly #ready = Promise.withResolvers<void>();
  readonly #chromium = Promise.withResolvers<Chromium>();
  readonly windows = new Set<ClosableWindow>();
  #isReady = false;
  #isQuitting = false;
  #isOver = false;
  /** The file that names the one process on its `userData`. */
  #lock: string | null = null;
  #relaunch: readonly string[] | null = null;
  readonly isPackaged = isPackaged;
  readonly name = manifest.productName;
  readonly commandLine = {
    hasSwitch: (name: string) =>
      process.argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
  };

  /** Begins once the main script has run: Chromium first, then `ready`. */
  async start(): Promise<void> {
    if (this.#isOver) return;
    const profile = this.getPath('sessionData');
    mkdirSync(profile, { recursive: true });
    const chromium = await Chromium.launch(profile);
    await chromium.send('Browser.setDownloadBehavior', { behavior: 'deny' });
    this.#chromium.resolve(chromium);
    this.#isReady = true;
    tell('ready', { endpoint: chromium.endpoint });
    this.emit('ready', createEvent(), {});
    this.#ready.resolve();
  }

  get chromium(): Promise<Chromium> {
    return this.#chromium.promise;
  }
  whenReady = (): Promise<void> => this.#ready.promise;
  isReady = (): boolean => this.#isReady;
  getVersion = (): string => manifest.version;
  getName = (): string => this.name;
  /** Chromium knows its locale once it has started; it has no Basque. */
  getLocale = (): string => (this.#isReady ? 'es' : '');
  getPreferredSystemLanguages = (): string[] =>
    this.#isReady ? [process.env.LANGUAGE?.replace('_', '-') ?? 'es'] : [];
  setAppUserModelId = (): void => undefined;
  addRecentDocument = (): void => undefined;
  clearRecentDocuments = (): void => undefined;
  setBadgeCount = (): boolean => true;
  enableSandbox(): void {
    if (this.#isReady)
      throw new Error('app.enableSandbox() can only be called before app is ready');
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
    if (this.windows.size === 0) this.#shutDown();
    for (const window of [...this.windows]) window.close();
  }

  exit(code = 0): void {
    void this.#end(code);
  }

  /** A window has gone; the last one ends a quit, or emits that none is left. */
  forget(window: ClosableWindow): void {
    this.windows.delete(window);
    if (this.windows.size > 0 || this.#isOver) return;
    if (this.#isQuitting) this.#shutDown();
    else if (!this.emit('window-all-closed')) this.quit();
  }

  /** A window would not close: then nothing quits. */
  stay(): void {
    this.#isQuitting = false;
  }

  #shutDown(): void {
    const event = createEvent();
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#isQuitting = false;
    else void this.#end(0);
  }

  async #end(code: number): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const window of this.windows) window.destroy();
    this.emit('quit', createEvent(), code);
    if (this.#isReady) await (await this.chromium).close();
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
