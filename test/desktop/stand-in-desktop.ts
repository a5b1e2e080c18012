import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type ElectronApplication, type Page } from 'playwright-core';
import { MainProcess } from './control.ts';
import { Desktop, drawn, playPerson } from './driver.ts';

const program = join(import.meta.dirname, 'stand-in', 'program.ts');

/**
 * A folder for `ELECTRON_OVERRIDE_DIST_PATH`: its `electron` is the stand-in. With `STAND_IN_ASAR`
 * it runs that archive, as a package's own program does.
 */
function makeElectron(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'electron');
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

/** One run of the program. */
interface Run {
  readonly main: MainProcess;
  readonly pid: number;
}

/** One stand-in process after the other on the same folder, each on its own line to us. */
export class StandInDesktop extends Desktop {
  readonly #env: NodeJS.ProcessEnv;
  readonly #server: Server;
  readonly #events = new EventEmitter();
  /** All runs, and those that have become ready. */
  readonly #started: Run[] = [];
  readonly #ready: Run[] = [];
  /** The place of the run that the test follows. */
  #followed = -1;
  #ended: Promise<number | null> = Promise.resolve(null);
  #browser: Browser | null = null;
  /** All output. */
  said = '';

  private constructor(folder: string, server: Server, env: NodeJS.ProcessEnv) {
    super(folder);
    this.#server = server;
    this.#env = env;
    server.on('connection', (socket) => void this.#meet(socket).catch(() => undefined));
  }

  static async create(folder: string, extra: NodeJS.ProcessEnv = {}): Promise<StandInDesktop> {
    const control = join(folder, 'control');
    const electron = join(folder, 'electron');
    mkdirSync(join(folder, 'home', 'Downloads'), { recursive: true });
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(control, resolve));
    const { ZUBI_DATA: _, ...inherited } = process.env;
    return new StandInDesktop(folder, server, {
      ...inherited,
      HOME: join(folder, 'home'),
      LANGUAGE: 'es_ES',
      ZUBI_STATE: join(folder, 'state'),
      XDG_DATA_HOME: join(folder, 'share'),
      XDG_STATE_HOME: join(folder, 'state'),
      TMPDIR: folder,
      STAND_IN_CONTROL: control,
      STAND_IN_PROGRAM: makeElectron(electron),
      ELECTRON_OVERRIDE_DIST_PATH: electron,
      ...extra,
    });
  }

  /** A run begins: its main script waits until a person is there. */
  async #meet(socket: Socket): Promise<void> {
    const main = new MainProcess(socket);
    const run = { main, pid: await main.evaluate(playPerson) };
    this.#started.push(run);
    await main.evaluate(({ app }) => app.whenReady());
    this.#ready.push(run);
    this.#events.emit('ready');
  }

  get #run(): Run {
    const run = this.#ready[this.#followed];
    if (run === undefined) throw new Error('it was not started');
    return run;
  }
  get pid(): number {
    return this.#run.pid;
  }
  evaluate: ElectronApplication['evaluate'] = (...given: [never]) =>
    this.#run.main.evaluate(...given);

  /** `npm start`, as a person types it; or a package's own program, which knows its folder. */
  #spawn(args: readonly string[]): ChildProcess {
    const { STAND_IN_ASAR: archive, STAND_IN_PROGRAM: own = '' } = this.#env;
    const start = ['start', '--silent', '--', '--data', join(this.folder, 'data'), ...args];
    const child = archive
      ? spawn(own, args, { env: this.#env })
      : spawn('npm', start, { env: this.#env, detached: true });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        this.said += text;
        this.#events.emit('said');
      });
    return child;
  }

  async start(...args: readonly string[]): Promise<this> {
    const child = this.#spawn(args);
    this.#ended = new Promise((resolve) => child.once('close', resolve));
    const end = this.#ended.then(() => {
      throw new Error(`it ended before it was ready: ${this.said}`);
    });
    end.catch(() => undefined);
    await Promise.race([this.restarted(), end]);
    return this;
  }
  async restarted(): Promise<void> {
    this.#followed += 1;
    this.forgetSeen();
    while (this.#ready[this.#followed] === undefined) await once(this.#events, 'ready');
  }

  /** Waits until a page is there: Playwright never gets hold of a dying one. */
  async page(): Promise<Page> {
    const isThere = () =>
      this.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows();
        return window?.webContents.isLoading() === false;
      });
    while (!(await isThere())) await setTimeout(50);
    void this.#browser?.close().catch(() => undefined);
    const profile = await this.evaluate(({ app }) => app.getPath('sessionData'));
    const [port, path] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
    this.#browser = await chromium.connectOverCDP(`ws://127.0.0.1:${port}${path}`);
    const pages = this.#browser.contexts().flatMap((context) => context.pages());
    const page = pages.find((each) => each.url().startsWith('https://zubi/'));
    if (page === undefined) throw new Error('the window has no page');
    // Without a listener this end would answer the page's question, too.
    page.on('dialog', () => undefined);
    return page;
  }
  async untilDrawn(): Promise<void> {
    await (await this.page()).locator(drawn).waitFor({ state: 'attached' });
  }

  async startAgain(...files: readonly string[]): Promise<void> {
    const child = this.#spawn(files);
    await new Promise((resolve) => child.once('close', resolve));
  }

  async box(): Promise<string> {
    while (!this.said.includes('Box: ')) await once(this.#events, 'said');
    return this.said;
  }
  signal(name: NodeJS.Signals): void {
    process.kill(this.pid, name);
  }
  ended = (): Promise<number | null> => this.#ended;

  async end(): Promise<void> {
    void this.#browser?.close().catch(() => undefined);
    for (const { pid } of this.#started) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
    this.#server.close();
  }
}
