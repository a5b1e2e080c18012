import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type Desktop, type Dialog, drawn, type Frame } from './driver.ts';

const asar = join(import.meta.dirname, 'stand-in', 'asar.ts');
const program = join(import.meta.dirname, 'stand-in', 'program.ts');
// biome-ignore lint/suspicious/noExplicitAny: facts have the shape of what they tell
type Fact = any;

/**
 * A folder for `ELECTRON_OVERRIDE_DIST_PATH`: its `electron` is the stand-in. With `STAND_IN_ASAR`
 * it runs that archive, as a package's own program does.
 */
function makeElectron(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'electron');
  const node = `'${process.execPath}' --expose-gc`;
  const script = `exec ${node} $\{STAND_IN_ASAR:+--import '${asar}'} '${program}' "$@"`;
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** One stand-in process after the other on the same folder, each on its own line to us. */
export class StandInDesktop implements Desktop {
  readonly folder: string;
  readonly facts: Fact[] = [];
  readonly #env: NodeJS.ProcessEnv;
  readonly #told = new EventEmitter().setMaxListeners(0);
  readonly #taken = new Set<Fact>();
  readonly #server: Server;
  #socket: Socket | null = null;
  #child: ChildProcess | null = null;
  #browser: Browser | null = null;
  #lastId = 0;
  said = '';

  private constructor(folder: string, server: Server, env: NodeJS.ProcessEnv) {
    this.folder = folder;
    this.#server = server;
    this.#env = env;
    server.on('connection', (socket) => this.#listen(socket));
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
      ...{ HOME: join(folder, 'home'), LANGUAGE: 'es_ES', ZUBI_STATE: join(folder, 'state') },
      ...{ XDG_DATA_HOME: join(folder, 'share'), XDG_STATE_HOME: join(folder, 'state') },
      TMPDIR: folder,
      ...{ STAND_IN_CONTROL: control, STAND_IN_PROGRAM: makeElectron(electron) },
      ELECTRON_OVERRIDE_DIST_PATH: electron,
      ...extra,
    });
  }

  #listen(socket: Socket): void {
    socket.on('error', () => undefined);
    createInterface({ input: socket }).on('line', (line) => {
      const fact = JSON.parse(line);
      if (fact.what === 'ready') this.#socket = socket;
      this.facts.push(fact);
      this.#told.emit('fact');
    });
  }

  /** The next fact of a kind that nobody has taken. */
  async next(
    what: string | readonly string[],
    fits: (fact: Fact) => boolean = () => true,
  ): Promise<Fact> {
    const kinds = [what].flat();
    for (;;) {
      const found = this.facts.find(
        (fact) => kinds.includes(fact.what) && !this.#taken.has(fact) && fits(fact),
      );
      if (found !== undefined) {
        this.#taken.add(found);
        return found;
      }
      await once(this.#told, 'fact');
    }
  }

  async run(name: string, input: object = {}): Promise<Fact> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#socket?.write(`${JSON.stringify({ ...input, id, name })}\n`);
    const { value, error } = await this.next('done', (fact) => fact.id === id);
    if (error !== undefined) throw new Error(error);
    return value;
  }

  /** `npm start`, as a person types it; or a package's own program, which knows its folder. */
  spawn(...args: readonly string[]): ChildProcess {
    const { STAND_IN_ASAR: archive, STAND_IN_PROGRAM: own = '' } = this.#env;
    const start = ['start', '--silent', '--', '--data', join(this.folder, 'data'), ...args];
    const child = archive
      ? spawn(own, args, { env: this.#env })
      : spawn('npm', start, { env: this.#env, detached: true });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        this.said += text;
      });
    return child;
  }

  async start(...args: readonly string[]): Promise<this> {
    this.#child = this.spawn(...args);
    this.#child.once('close', (code) => {
      this.facts.push({ what: 'ended', code });
      this.#told.emit('fact');
    });
    const { what } = await this.next(['ready', 'ended']);
    if (what === 'ended') throw new Error(`it ended before it was ready: ${this.said}`);
    return this;
  }

  /** Waits until a page is there: Playwright never gets hold of a dying one. */
  async page(): Promise<Page> {
    const isThere = () =>
      this.facts.findLast(({ what }) => what === 'page' || what === 'ready').isThere === true;
    while (!isThere()) await once(this.#told, 'fact');
    void this.#browser?.close().catch(() => undefined);
    const ready = this.facts.findLast(({ what }) => what === 'ready');
    this.#browser = await chromium.connectOverCDP(ready.endpoint);
    const pages = this.#browser.contexts().flatMap((context) => context.pages());
    const page = pages.find((each) => each.url().startsWith('https://zubi/'));
    if (page === undefined) throw new Error('the window has no page');
    return page;
  }
  async untilDrawn(): Promise<void> {
    await (await this.page()).locator(drawn).waitFor({ state: 'attached' });
  }
  async frame(): Promise<Frame> {
    return this.facts.findLast(({ what }) => what === 'window');
  }

  async dialog(): Promise<Dialog> {
    const { id, kind, options, begins } = await this.next('dialog');
    const toAnswer = (choice: string | readonly string[] | null) => {
      if (kind === 'message')
        return { response: options.buttons.indexOf(choice), checkboxChecked: false };
      if (kind === 'open') return { canceled: choice === null, filePaths: [choice ?? []].flat() };
      return { canceled: choice === null, filePath: choice ?? '' };
    };
    return {
      ...{ kind, options, begins },
      answer: (choice) => this.run('answer', { dialog: id, answer: toAnswer(choice) }),
    };
  }

  press = (...path: readonly string[]): Promise<void> => this.run('press', { path, where: 'menu' });
  #menuItems = (): Fact[] => this.facts.findLast(({ what }) => what === 'menu').items;
  pressQuit(): Promise<void> {
    const isQuit = ({ role }: Fact) => role === 'quit';
    const menu = this.#menuItems().find(({ submenu }) => submenu.some(isQuit));
    return this.press(menu.label, menu.submenu.find(isQuit).label);
  }
  downloads = async (): Promise<string> => join(this.folder, 'home', 'Downloads');
  async menu(): Promise<readonly string[]> {
    const items = this.#menuItems();
    return items.map(({ label }: Fact) => label);
  }
  async contextMenu() {
    const { items } = await this.next('popup');
    const press = (label: string): Promise<void> =>
      this.run('press', { path: [label], where: 'popup' });
    return { labels: items.flatMap(({ label }: Fact) => label ?? []), press };
  }
  async notification() {
    const { id, body } = await this.next('notification');
    return { body, click: () => this.run('click', { notice: id }) };
  }
  closeWindow = (): Promise<void> => this.run('close');
  leaveWindow = (): Promise<void> => this.run('blur');
  async crashPage(): Promise<void> {
    await this.run('crash');
    await this.next('page', ({ isThere }) => !isThere);
  }

  async startAgain(...files: readonly string[]): Promise<void> {
    const child = this.spawn(...files);
    await new Promise((resolve) => child.once('close', resolve));
  }

  async box(): Promise<string> {
    const { title, content } = await this.next('error-box');
    return `${title}\n${content}`;
  }
  async opened(): Promise<string> {
    return (await this.next('opened')).address;
  }
  async printed(): Promise<number> {
    return (await this.next('printed')).size;
  }
  askToEndSession = (): Promise<boolean> => this.run('emit-window', { event: 'query-session-end' });
  endSession = (): Promise<void> => this.run('emit-window', { event: 'session-end' });
  shutDown = (): Promise<void> => this.run('power', { event: 'shutdown' });
  restarted = (): Promise<unknown> => this.next('ready');

  signal(name: NodeJS.Signals): void {
    const { pid } = this.facts.findLast(({ what }) => what === 'ready');
    process.kill(pid, name);
  }
  async ended(): Promise<number | null> {
    return (await this.next('ended')).code;
  }

  /** Ends everything, in any state. */
  async end(): Promise<void> {
    void this.#browser?.close().catch(() => undefined);
    for (const pid of new Set(this.facts.map((fact) => fact.pid))) {
      try {
        if (pid) process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
    this.#server.close();
  }
}
