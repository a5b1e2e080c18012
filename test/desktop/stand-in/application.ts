import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

/** An event that can be prevented. */
export const createEvent = (facts: object = {}) =>
  Object.assign(new Event('', { cancelable: true }), facts);

interface ClosableWindow {
  close(): void;
  destroy(): void;
}

const { HOME: home = '', LANGUAGE: language = '', STAND_IN_PROGRAM: program = '' } = process.env;

/** Electron's `app`, with the order of calls and events of its `Browser` class. */
class Application extends EventEmitter {
  readonly #paths: Record<string, string> = { downloads: `${home}/Downloads`, sessionData: home };
  readonly #ready = Promise.withResolvers<void>();
  readonly windows = new Set<ClosableWindow>();
  #chromium: BrowserContext | null = null;
  /** Chromium opens one page by itself. */
  #blank: Page[] = [];
  #isQuitting = false;
  #isOver = false;
  #version = '';
  isPackaged = false;
  readonly commandLine = {
    hasSwitch: (name: string) => process.argv.some((word) => word.split('=')[0] === `--${name}`),
  };

  /** What Electron reads in the application's manifest. */
  describe({ version }: { version: string }, isPackaged: boolean): void {
    this.#version = version;
    this.isPackaged = isPackaged;
  }

  /** Begins once the main script has run: Chromium first, without a network, then `ready`. */
  async start(): Promise<void> {
    if (this.#isOver) return;
    // Here, so that a second start, which opens no window, does not wait for it.
    const { chromium } = await import('playwright-core');
    this.#chromium = await chromium.launchPersistentContext(this.getPath('sessionData'), {
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      args: [
        ...['--remote-debugging-port=0', '--window-size=1360,850'],
        '--host-resolver-rules=MAP * ~NOTFOUND',
      ],
      viewport: null,
      acceptDownloads: false,
      chromiumSandbox: process.getuid?.() !== 0,
      // Without such a locale Chromium opens no file whose name goes beyond ASCII.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      // Signals are for the application.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    this.#blank = this.#chromium.pages();
    this.emit('ready', createEvent(), {});
    this.#ready.resolve();
  }

  async openPage(): Promise<Page> {
    if (this.#chromium === null) throw new Error('no window can be opened before the app is ready');
    return this.#blank.pop() ?? this.#chromium.newPage();
  }
  whenReady = (): Promise<void> => this.#ready.promise;
  isReady = (): boolean => this.#chromium !== null;
  getVersion = (): string => this.#version;
  /** Chromium knows its locale once it has started; it has no Basque. */
  getLocale = (): string => (this.isReady() ? 'en-US' : '');
  getPreferredSystemLanguages = (): string[] =>
    this.isReady() ? [language.replace('_', '-')] : [];
  setAppUserModelId = (): void => undefined;
  setBadgeCount = (): boolean => true;
  enableSandbox(): void {
    if (this.isReady()) throw new Error('the sandbox can only be enabled before the app is ready');
  }

  getPath(name: string): string {
    const path = this.#paths[name];
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }
  setPath(name: string, path: string): void {
    this.#paths[name] = path;
  }

  /** One process for each `userData`. Another one leaves it a letter, and a signal to read it. */
  requestSingleInstanceLock(data: unknown): boolean {
    const folder = join(this.getPath('userData'), 'stand-in');
    const lock = join(folder, 'lock');
    const letters = join(folder, 'letters');
    fs.mkdirSync(letters, { recursive: true });
    const first = fs.existsSync(lock) ? fs.readFileSync(lock, 'utf8') : '';
    if (first !== '' && fs.existsSync(join('/proc', first))) {
      const letter = join(letters, `${process.pid}`);
      fs.writeFileSync(letter, JSON.stringify([process.argv, process.cwd(), data]));
      process.kill(Number(first), 'SIGUSR2');
      return false;
    }
    process.on('SIGUSR2', () => void this.#ready.promise.then(() => this.#read(letters)));
    fs.writeFileSync(lock, `${process.pid}`);
    process.once('exit', () => fs.rmSync(lock));
    return true;
  }
  #read(letters: string): void {
    for (const name of fs.readdirSync(letters)) {
      const handed: unknown[] = JSON.parse(fs.readFileSync(join(letters, name), 'utf8'));
      fs.rmSync(join(letters, name));
      this.emit('second-instance', createEvent(), ...handed);
    }
  }

  relaunch({ args }: { readonly args: readonly string[] }): void {
    const options = { detached: true, stdio: 'inherit' } as const;
    process.once('exit', () => spawn(program, args, options).unref());
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
    if (this.#isOver) return;
    this.#isOver = true;
    for (const window of this.windows) window.destroy();
    this.emit('quit', createEvent(), code);
    void Promise.resolve(this.#chromium?.close()).then(() => process.exit(code));
  }
}

export const app = new Application();
