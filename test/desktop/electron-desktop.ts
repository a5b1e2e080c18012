import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { Desktop, drawn, playPerson } from './driver.ts';

const root = join(import.meta.dirname, '..', '..');

/** The real Electron by Playwright, on the checkout as `npm start` runs it. */
export class ElectronDesktop extends Desktop {
  readonly #env: Record<string, string>;
  #app: ElectronApplication | null = null;
  /** Of Electron itself: on Windows, Playwright starts it by a shell. */
  #pid = 0;
  #code: Promise<number | null> = Promise.resolve(null);

  constructor(folder: string) {
    super(folder);
    // The scenarios are in Spanish, whatever the system speaks.
    mkdirSync(join(folder, 'data'), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, 'data', 'preferences.json'), '{"language":"es"}');
    const env = { ...process.env, ZUBI_STATE: join(folder, 'state') };
    this.#env = Object.fromEntries(
      Object.entries(env).filter((each): each is [string, string] => each[1] !== undefined),
    );
  }

  get #electron(): ElectronApplication {
    if (this.#app === null) throw new Error('it was not started');
    return this.#app;
  }
  evaluate: ElectronApplication['evaluate'] = (...given: [never]) =>
    this.#electron.evaluate(...given);

  #args(files: readonly string[]): string[] {
    return [root, '--sandbox-on-first-use', '--data', join(this.folder, 'data'), ...files];
  }

  async start(...files: readonly string[]): Promise<this> {
    this.forgetSeen();
    const app = await _electron.launch({
      args: this.#args(files),
      env: this.#env,
      // Otherwise Playwright starts it with `--no-sandbox` on Linux.
      chromiumSandbox: true,
    });
    this.#app = app;
    this.#code = new Promise((resolve) => app.process().once('exit', resolve));
    this.#pid = await app.evaluate(playPerson);
    return this;
  }

  page = (): Promise<Page> => this.#electron.firstWindow();
  /** By Electron itself: Playwright gives up a page that has crashed once. */
  async untilDrawn(): Promise<void> {
    const isDrawn = () =>
      this.evaluate(async ({ BrowserWindow }, selector) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        if (contents === undefined || contents.isCrashed() || contents.isLoading()) return false;
        const question = `document.querySelector(${JSON.stringify(selector)}) !== null`;
        return (await contents.executeJavaScript(question)) === true;
      }, drawn);
    while (!(await isDrawn())) await setTimeout(100);
  }

  async startAgain(...files: readonly string[]): Promise<void> {
    const program: string = createRequire(import.meta.url)('electron');
    const child = spawn(program, this.#args(files), { env: this.#env });
    await new Promise((resolve) => child.once('close', resolve));
  }
  /** It shows before Playwright can reach the main process. */
  box = (): Promise<never> => Promise.reject(new Error('only a person sees a box at the start'));
  /** Playwright is not told of a process that another one starts. */
  restarted = (): Promise<never> =>
    Promise.reject(new Error('a run that starts itself again cannot be followed'));
  signal = (name: NodeJS.Signals): void => void process.kill(this.#pid, name);
  ended = (): Promise<number | null> => this.#code;
  async end(): Promise<void> {
    if (this.#pid === 0) return;
    try {
      this.signal('SIGKILL');
    } catch {
      // It has ended.
    }
    await this.#code;
  }
}
