import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
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
  popups: Electron.Menu[];
  opened: string[];
  printed: number[];
}

/** The real Electron by Playwright, on the checkout as `npm start` runs it. */
export class ElectronDesktop implements Desktop {
  readonly folder: string;
  readonly #env: Record<string, string>;
  #app: ElectronApplication | null = null;
  #code: Promise<number | null> = Promise.resolve(null);
  #taken = { popups: 0, notices: 0 };

  constructor(folder: string) {
    this.folder = folder;
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

  #args(files: readonly string[]): string[] {
    return [root, '--sandbox-on-first-use', '--data', join(this.folder, 'data'), ...files];
  }

  async start(...files: readonly string[]): Promise<this> {
    this.#taken = { popups: 0, notices: 0 };
    const app = await _electron.launch({ args: this.#args(files), env: this.#env });
    this.#app = app;
    this.#code = new Promise((resolve) => app.process().once('exit', resolve));
    // The system's own dialogs cannot be reached: a person is put in their place.
    await app.evaluate(({ app: electron, dialog, Menu, Notification, shell }) => {
      const seen: Seen = {
        ...{ dialogs: [], answers: [], notices: [], popups: [], opened: [], printed: [] },
      };
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
      // A runner has no service of notifications.
      Notification.isSupported = () => true;
      Notification.prototype.show = function show(this: Electron.Notification) {
        seen.notices.push({ body: this.body, emit: (event) => void this.emit(event) });
      };
      Menu.prototype.popup = function popup(this: Electron.Menu) {
        seen.popups.push(this);
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
    const begins = options.defaultPath ?? (await this.downloads());
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
      if (item === undefined) throw new Error(`no item ${path.join(' > ')}`);
      item.click(undefined, BrowserWindow.getAllWindows()[0], undefined);
    }, labels);
  }
  pressQuit(): Promise<void> {
    return this.#electron.evaluate(({ Menu, BrowserWindow }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      const quit = items?.find(({ role }) => role === 'quit');
      quit?.click(undefined, BrowserWindow.getAllWindows()[0], undefined);
    });
  }
  downloads = (): Promise<string> => this.#electron.evaluate(({ app }) => app.getPath('downloads'));
  menu = (): Promise<readonly string[]> =>
    this.#electron.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label),
    );

  /** The place in a list of the next one that nobody has taken. */
  async #nextOf(name: 'popups' | 'notices'): Promise<number> {
    const at = this.#taken[name];
    this.#taken[name] += 1;
    for (;;) {
      const count = await this.#electron.evaluate(
        (_electron, list) => (Reflect.get(globalThis, 'seen') as Seen)[list].length,
        name,
      );
      if (count > at) return at;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** The system draws it, so it is pressed in the main process. */
  async contextMenu() {
    const place = await this.#nextOf('popups');
    const labels = await this.#electron.evaluate((_electron, at) => {
      const items = (Reflect.get(globalThis, 'seen') as Seen).popups[at]?.items ?? [];
      return items.map(({ label }) => label).filter((label) => label !== '');
    }, place);
    const press = (label: string): Promise<void> =>
      this.#electron.evaluate(
        (_electron, [at, wanted]) => {
          const menu = (Reflect.get(globalThis, 'seen') as Seen).popups[at];
          menu?.items.find((item) => item.label === wanted)?.click();
        },
        [place, label] as const,
      );
    return { labels, press };
  }

  /** This test holds it itself, so it cannot tell whether anybody else does. */
  async notification() {
    const place = await this.#nextOf('notices');
    const body = await this.#electron.evaluate(
      (_electron, at) => (Reflect.get(globalThis, 'seen') as Seen).notices[at]?.body ?? '',
      place,
    );
    const click = async () => {
      await this.#electron.evaluate(
        (_electron, at) => (Reflect.get(globalThis, 'seen') as Seen).notices[at]?.emit('click'),
        place,
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
  closeWindow = (): Promise<void> =>
    process.platform === 'darwin' ? this.pressQuit() : this.#withWindow('close');
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
