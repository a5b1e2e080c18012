import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { type Desktop, type Dialog, drawn, type Frame } from './driver.ts';

const root = join(import.meta.dirname, '..', '..');

/** Requests to the real `electron` in its main process, through a global. */
interface Seen {
  dialogs: { kind: Dialog['kind']; options: Dialog['options'] & { defaultPath?: string } }[];
  answers: ((answer: unknown) => void)[];
  notices: { body: string; emit(event: string): void }[];
  opened: string[];
  printed: number[];
}

/** The real Electron by Playwright, on the checkout as `npm start` runs it. */
export class ElectronDesktop implements Desktop {
  readonly folder: string;
  readonly #env: Record<string, string>;
  #app: ElectronApplication | null = null;
  #code: Promise<number | null> = Promise.resolve(null);

  constructor(folder: string) {
    this.folder = folder;
    const env = { ...process.env, ZUBI_STATE: join(folder, 'state'), LANGUAGE: 'es_ES' };
    this.#env = Object.fromEntries(
      Object.entries(env).filter((each): each is [string, string] => each[1] !== undefined),
    );
  }

  get #electron(): ElectronApplication {
    if (this.#app === null) throw new Error('it was not started');
    return this.#app;
  }

  #args(files: readonly string[]): string[] {
    return [root, '--sandbox-on-first-use', '--data', join(this.folder, 'data'), ...files];
  }

  async start(...files: readonly string[]): Promise<this> {
    const app = await _electron.launch({ args: this.#args(files), env: this.#env });
    this.#app = app;
    this.#code = new Promise((resolve) => app.process().once('exit', resolve));
    // The system's own dialogs cannot be reached: a person is put in their place.
    await app.evaluate(({ app: electron, dialog, Menu, Notification, shell }) => {
      const seen: Seen = { dialogs: [], answers: [], notices: [], opened: [], printed: [] };
      Object.assign(globalThis, { seen });
      const ask =
        (kind: Dialog['kind']) =>
        (...given: unknown[]) => {
          seen.dialogs.push({ kind, options: given.at(-1) as Seen['dialogs'][number]['options'] });
          return new Promise<never>((resolve) =>
            seen.answers.push(resolve as (answer: unknown) => void),
          );
        };
      Object.assign(dialog, {
        ...{
          showMessageBox: ask('message'),
          showOpenDialog: ask('open'),
          showSaveDialog: ask('save'),
        },
      });
      Notification.prototype.show = function show(this: Electron.Notification) {
        seen.notices.push({ body: this.body, emit: (event) => void this.emit(event) });
      };
      Menu.prototype.popup = function popup(this: Electron.Menu) {
        Object.assign(globalThis, { popup: this });
      };
      electron.on('web-contents-created', (_event, contents) => {
        contents.print = (_options, done) =>
          void contents.printToPDF({}).then((pdf) => {
            seen.printed.push(pdf.length);
            done?.(true, '');
          });
      });
      shell.openExternal = async (address) => void seen.opened.push(address);
    });
    return this;
  }

  /** Takes the first of a list in the main process, once there is one. */
  async #take<Name extends 'dialogs' | 'opened' | 'printed'>(
    name: Name,
  ): Promise<Seen[Name][number]> {
    for (;;) {
      const taken = await this.#electron.evaluate(
        (_electron, list) => (Reflect.get(globalThis, 'seen') as Seen)[list].shift() ?? null,
        name,
      );
      if (taken !== null) return taken as Seen[Name][number];
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  page = (): Promise<Page> => this.#electron.firstWindow();
  /** By Electron itself: Playwright gives up a page that has crashed once. */
  async untilDrawn(): Promise<void> {
    const isDrawn = () =>
      this.#electron.evaluate(async ({ BrowserWindow }, selector) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        if (contents === undefined || contents.isCrashed() || contents.isLoading()) return false;
        const question = `document.querySelector(${JSON.stringify(selector)}) !== null`;
        return (await contents.executeJavaScript(question)) === true;
      }, drawn);
    while (!(await isDrawn())) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  frame = (): Promise<Frame> =>
    this.#electron.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return {
        visible: window?.isVisible() ?? false,
        focused: window?.isFocused() ?? false,
      };
    });

  async dialog(): Promise<Dialog> {
    const { kind, options } = await this.#take('dialogs');
    const begins =
      options.defaultPath ?? (await this.#electron.evaluate(({ app }) => app.getPath('downloads')));
    const answer = (choice: string | readonly string[] | null): Promise<void> => {
      const files = {
        canceled: choice === null,
        filePaths: [choice ?? []].flat(),
        filePath: choice,
      };
      const value =
        kind === 'message' ? { response: options.buttons?.indexOf(String(choice)) } : files;
      return this.#electron.evaluate(
        (_electron, given) => (Reflect.get(globalThis, 'seen') as Seen).answers.shift()?.(given),
        value,
      );
    };
    return { kind, options, begins, answer };
  }

  press(...labels: readonly string[]): Promise<void> {
    return this.#electron.evaluate(({ Menu, BrowserWindow }, path) => {
      let items = Menu.getApplicationMenu()?.items ?? [];
      let item: Electron.MenuItem | undefined;
      for (const label of path) {
        item = items.find((each) => each.label === label);
        items = item?.submenu?.items ?? [];
      }
      item?.click(undefined, BrowserWindow.getAllWindows()[0], undefined);
    }, labels);
  }
  menu = (): Promise<readonly string[]> =>
    this.#electron.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label),
    );

  /** The system draws it, so it is pressed in the main process. */
  async contextMenu() {
    const read = () =>
      this.#electron.evaluate(() => {
        const items = (Reflect.get(globalThis, 'popup') as Electron.Menu | undefined)?.items ?? [];
        return items.map(({ label }) => label).filter((label) => label !== '');
      });
    let labels = await read();
    while (labels.length === 0) labels = await read();
    const press = (label: string): Promise<void> =>
      this.#electron.evaluate((_electron, wanted) => {
        const menu = Reflect.get(globalThis, 'popup') as Electron.Menu;
        menu.items.find((item) => item.label === wanted)?.click();
      }, label);
    return { labels, press };
  }

  /** This test holds it itself, so it cannot tell whether anybody else does. */
  async notification() {
    const read = () =>
      this.#electron.evaluate(
        () => (Reflect.get(globalThis, 'seen') as Seen).notices.at(-1)?.body ?? null,
      );
    let body = await read();
    while (body === null) body = await read();
    const click = async () => {
      await this.#electron.evaluate(() =>
        (Reflect.get(globalThis, 'seen') as Seen).notices.at(-1)?.emit('click'),
      );
      return true;
    };
    return { body, click };
  }

  #withWindow(act: 'close' | 'blur' | 'crash'): Promise<void> {
    return this.#electron.evaluate(({ BrowserWindow }, what) => {
      const [window] = BrowserWindow.getAllWindows();
      if (what === 'crash') window?.webContents.forcefullyCrashRenderer();
      else window?.[what]();
    }, act);
  }
  closeWindow = (): Promise<void> => this.#withWindow('close');
  leaveWindow = (): Promise<void> => this.#withWindow('blur');
  crashPage = (): Promise<void> => this.#withWindow('crash');

  async startAgain(...files: readonly string[]): Promise<void> {
    const program: string = createRequire(import.meta.url)('electron');
    const child = spawn(program, this.#args(files), { env: this.#env });
    await new Promise((resolve) => child.once('close', resolve));
  }
  /** It shows before Playwright can reach the main process. */
  box = (): Promise<never> => Promise.reject(new Error('only a person sees a box at the start'));
  opened = (): Promise<string> => this.#take('opened');
  printed = (): Promise<number> => this.#take('printed');
  #emitOnWindow = (name: 'query-session-end' | 'session-end'): Promise<boolean> =>
    this.#electron.evaluate(({ BrowserWindow }, event) => {
      let isHeld = false;
      const asked = { preventDefault: () => (isHeld = true) };
      (BrowserWindow.getAllWindows()[0] as NodeJS.EventEmitter | undefined)?.emit(event, asked);
      return isHeld;
    }, name);
  askToEndSession = (): Promise<boolean> => this.#emitOnWindow('query-session-end');
  endSession = async (): Promise<void> => void (await this.#emitOnWindow('session-end'));
  /** Playwright is not told of a process that another one starts. */
  restarted = (): Promise<never> =>
    Promise.reject(new Error('a run that starts itself again cannot be followed'));
  shutDown = (): Promise<void> =>
    this.#electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('shutdown'));
  signal = (name: NodeJS.Signals): void => void this.#electron.process().kill(name);
  ended = (): Promise<number | null> => this.#code;
  end = async (): Promise<void> => void this.#electron.process().kill('SIGKILL');
}
