import { spawn, spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chromium } from './chromium.ts';
import { createEvent } from './contents.ts';
import { command, flushed, tell } from './control.ts';
import { appFolder, isPackaged } from './place.ts';

export interface ClosableWindow {
  close(): void;
  isDestroyed(): boolean;
  destroy(): void;
}

const home = process.env.HOME ?? homedir();
const manifest = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'));

/** Electron's `app`, in the order of its own `Browser` class: what may be called when, who is told. */
export class Application extends EventEmitter {
  readonly #paths = new Map<string, string>([
    ['appData', process.env.XDG_CONFIG_HOME ?? join(home, '.config')],
    [
      'userData',
      join(
        process.env.XDG_CONFIG_HOME ?? join(home, '.config'),
        manifest.productName ?? manifest.name,
      ),
    ],
    ['home', home],
    ['temp', tmpdir()],
    ...['desktop', 'documents', 'downloads'].map((name): [string, string] => [
      name,
      join(home, name[0]?.toUpperCase() + name.slice(1)),
    ]),
  ]);
  readonly #ready = Promise.withResolvers<void>();
  readonly #chromium = Promise.withResolvers<Chromium>();
  readonly windows = new Set<ClosableWindow>();
  #isReady = false;
  #isQuitting = false;
  #isOver = false;
  #lock: Server | null = null;
  #relaunch: readonly string[] | null = null;
  isPackaged = isPackaged;
  name = manifest.productName ?? manifest.name;
  commandLine = {
    hasSwitch: (name: string) =>
      process.argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
  };

  /** Begins once the main script has run: Chromium first, then `ready`. */
  async start(): Promise<void> {
    if (this.#isOver) return;
    mkdirSync(this.getPath('sessionData'), { recursive: true });
    const chromium = await Chromium.launch(this.getPath('sessionData'));
    this.#chromium.resolve(chromium);
    await chromium.send('Target.setDiscoverTargets', { discover: true });
    this.#isReady = true;
    tell('ready', { endpoint: chromium.endpoint, argv: process.argv });
    this.emit('ready', createEvent(), {});
    this.#ready.resolve();
  }

  get chromium(): Promise<Chromium> {
    return this.#chromium.promise;
  }
  whenReady = (): Promise<void> => this.#ready.promise;
  isReady = (): boolean => this.#isReady;
  getVersion = (): string => manifest.version;
  /** Chromium knows its locale once it has started; it has no Basque. */
  getLocale = (): string => (this.#isReady ? 'es' : '');
  getPreferredSystemLanguages = (): string[] =>
    this.#isReady
      ? (process.env.LANGUAGE ?? 'es').split(':').map((each) => each.replace('_', '-'))
      : [];
  setAppUserModelId = (): void => undefined;
  addRecentDocument = (path: string): void => tell('recent', { path });
  clearRecentDocuments = (): void => tell('recent-cleared');
  setBadgeCount = (count = 0): boolean => {
    tell('badge', { count });
    return true;
  };
  enableSandbox(): void {
    if (this.#isReady)
      throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  getPath(name: string): string {
    const path = this.#paths.get(
      name === 'sessionData' && !this.#paths.has(name) ? 'userData' : name,
    );
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }
  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  /** One process for each `userData`. Another hands its arguments over and is told so. */
  requestSingleInstanceLock(data: unknown = {}): boolean {
    const place = join(this.getPath('userData'), 'StandInSocket');
    if (handOver(place, { argv: process.argv, folder: process.cwd(), data })) return false;
    rmSync(place, { force: true });
    mkdirSync(this.getPath('userData'), { recursive: true });
    this.#lock = createServer({ allowHalfOpen: true }, (socket) => {
      let text = '';
      socket.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      socket.on('end', () => {
        const { argv, folder, data: handed } = JSON.parse(text);
        socket.end('taken');
        // Electron waits for `ready` with it.
        void this.#ready.promise.then(() =>
          this.emit('second-instance', createEvent(), argv, folder, handed),
        );
      });
    });
    this.#lock.listen(place).unref();
    return true;
  }

  relaunch({ args = process.argv.slice(1) }: { args?: readonly string[] } = {}): void {
    this.#relaunch = args;
  }

  quit(): void {
    if (this.#isQuitting || this.#isOver) return;
    const event = createEvent();
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#isQuitting = true;
    if (this.windows.size === 0) void this.#shutDown();
    for (const window of [...this.windows]) window.close();
  }

  exit(code = 0): void {
    for (const window of this.windows) window.destroy();
    void this.#end(code);
  }

  /** A window has gone; the last one ends a quit, or tells that none is left. */
  forget(window: ClosableWindow): void {
    this.windows.delete(window);
    if (this.windows.size > 0 || this.#isOver) return;
    if (this.#isQuitting) void this.#shutDown();
    else if (!this.emit('window-all-closed')) this.quit();
  }

  /** A window would not close: then nothing quits. */
  stay(): void {
    this.#isQuitting = false;
  }

  async #shutDown(): Promise<void> {
    const event = createEvent();
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#isQuitting = false;
    else await this.#end(0);
  }

  async #end(code: number): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.emit('quit', createEvent(), code);
    this.#lock?.close();
    if (this.#isReady) await (await this.chromium).close();
    tell('exit', { code });
    await flushed();
    if (this.#relaunch !== null)
      spawn(process.env.STAND_IN_PROGRAM ?? '', this.#relaunch, {
        detached: true,
        stdio: 'inherit',
      }).unref();
    process.exit(code);
  }

  get isQuitting(): boolean {
    return this.#isQuitting;
  }
}

/** Whether another process holds the place and has taken what is handed over. */
function handOver(place: string, message: object): boolean {
  // Asked by a process of its own: the answer is needed before anything else happens.
  const script = `const s = require('node:net').connect(process.argv[1]);
    s.on('error', () => process.exit(1)).on('data', () => process.exit(0));
    s.end(process.argv[2]);`;
  const { status } = spawnSync(process.execPath, ['-e', script, place, JSON.stringify(message)]);
  return status === 0;
}

export const app = new Application();

// Chromium answers one signal with a quit; the next has its usual effect. A listener of the
// application takes its place.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => {
    if (process.listenerCount(signal) === 0) app.quit();
  });
command('quit', () => app.quit());
command('environment', ({ name }) => process.env[String(name)]);
command(
  'emit-app',
  ({ event, args = [] }) => void app.emit(String(event), createEvent(), ...(args as unknown[])),
);
