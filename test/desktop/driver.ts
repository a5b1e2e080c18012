import { setTimeout } from 'node:timers/promises';
import type { ElectronApplication, Page } from 'playwright-core';

/** The page's own sign that a screen is drawn. */
export const drawn = '#root[data-ready]';

type Kind = 'message' | 'open' | 'save';
interface Options {
  readonly message?: string;
  readonly detail?: string;
  readonly buttons?: readonly string[];
  readonly defaultPath?: string;
}

/** A dialog of the system that waits for a person. */
export interface Dialog {
  readonly kind: Kind;
  readonly options: Options;
  /** The folder it begins in. */
  readonly begins: string;
  /** Presses a button of a message, chooses files to open or a place to save; null cancels. */
  answer(choice: string | readonly string[] | null): Promise<void>;
}

/** What a person was shown, kept in the main process. */
interface Seen {
  readonly dialogs: { kind: Kind; options: Options; answer(value: unknown): void }[];
  readonly notices: { body: string; held: WeakRef<Electron.Notification> }[];
  readonly popups: Electron.Menu[];
  readonly opened: string[];
  readonly printed: number[];
}
declare global {
  var seen: Seen;
}

/**
 * Takes the place of the person at the system's dialogs and notifications, which a test cannot
 * reach. Runs in the main process; returns its id.
 */
export function playPerson({
  app,
  dialog,
  Menu,
  Notification,
  shell,
}: typeof Electron.CrossProcessExports): number {
  globalThis.seen = { dialogs: [], notices: [], popups: [], opened: [], printed: [] };
  const ask =
    (kind: Kind) =>
    (...given: unknown[]) => {
      if (!app.isReady()) throw new Error('dialogs can only be used once the app is ready');
      return new Promise<never>((resolve) =>
        seen.dialogs.push({
          kind,
          options: given.at(-1) as Options,
          answer: resolve as () => void,
        }),
      );
    };
  const [showMessageBox, showOpenDialog, showSaveDialog] = [
    ask('message'),
    ask('open'),
    ask('save'),
  ];
  Object.assign(dialog, { showMessageBox, showOpenDialog, showSaveDialog });
  Notification.isSupported = () => true;
  // Weak: a notification that the application does not hold is collected, and nobody hears its
  // click.
  Notification.prototype.show = function show(this: Electron.Notification) {
    seen.notices.push({ body: this.body, held: new WeakRef(this) });
  };
  Menu.prototype.popup = function popup(this: Electron.Menu) {
    seen.popups.push(this);
  };
  app.on('web-contents-created', (_event, contents) => {
    contents.print = async (_options, done) => {
      seen.printed.push((await contents.printToPDF({})).length);
      done?.(true, '');
    };
  });
  shell.openExternal = async (address) => void seen.opened.push(address);
  return process.pid;
}

/**
 * The desktop as a person and the system see it, whatever runs it: the stand-in here, or the real
 * Electron where that can start.
 */
export abstract class Desktop {
  /** The folder of the whole test. */
  readonly folder: string;
  /** How many of each list were taken. */
  #taken: Partial<Record<keyof Seen, number>> = {};

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Runs a function in the main process. */
  abstract evaluate: ElectronApplication['evaluate'];
  /** Starts it on the same folder, after it has ended. */
  abstract start(...files: readonly string[]): Promise<unknown>;
  /** The run after one that restarts itself. */
  abstract restarted(): Promise<unknown>;
  /** Starts the program again with documents, as the system does. */
  abstract startAgain(...files: readonly string[]): Promise<void>;
  /** The window's page; found anew after a start. */
  abstract page(): Promise<Page>;
  /** Waits until a screen is drawn, also in a page that has come back after a crash. */
  abstract untilDrawn(): Promise<void>;
  /** A message box of the system before the window: its title and text. */
  abstract box(): Promise<string>;
  /** A signal to the program alone; `ended` tells how it ends. */
  abstract signal(name: NodeJS.Signals): void;
  /** Its exit code, once it has ended. */
  abstract ended(): Promise<number | null>;
  /** Ends everything, in any state. */
  abstract end(): Promise<void>;

  /** Another process has shown nothing yet. */
  protected forgetSeen(): void {
    this.#taken = {};
  }

  /** The place in a list of the next one that nobody has taken. */
  async #next(list: keyof Seen): Promise<number> {
    const at = this.#taken[list] ?? 0;
    this.#taken[list] = at + 1;
    while ((await this.evaluate((_electron, name) => seen[name].length, list)) <= at)
      await setTimeout(50);
    return at;
  }

  /** The visible parts of the window's frame. */
  frame = (): Promise<{ readonly visible: boolean; readonly focused: boolean }> =>
    this.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return { visible: window?.isVisible() ?? false, focused: window?.isFocused() ?? false };
    });

  /** The next unanswered dialog. */
  async dialog(): Promise<Dialog> {
    const place = await this.#next('dialogs');
    const { kind, options } = await this.evaluate((_electron, at) => {
      const { answer: _, ...shown } = seen.dialogs[at] as Seen['dialogs'][number];
      return shown;
    }, place);
    // Since Electron 43 a dialog without a place begins in Downloads, not where it was last.
    const begins = options.defaultPath ?? (await this.downloads());
    const answer = (choice: string | readonly string[] | null): Promise<void> => {
      const files = { filePaths: [choice ?? []].flat(), filePath: choice ?? '' };
      const value = { canceled: choice === null, ...files };
      const response = options.buttons?.indexOf(String(choice));
      return this.evaluate((_electron, [at, given]) => seen.dialogs[at]?.answer(given), [
        place,
        kind === 'message' ? { response, checkboxChecked: false } : value,
      ] as const);
    };
    return { kind, options, begins, answer };
  }

  /** Presses an item of the application's menu, by its labels. */
  press(...labels: readonly string[]): Promise<void> {
    return this.evaluate(({ Menu, BrowserWindow }, path) => {
      let items = Menu.getApplicationMenu()?.items ?? [];
      let item: Electron.MenuItem | undefined;
      for (const label of path) {
        item = items.find((each) => each.label === label);
        items = item?.submenu?.items ?? [];
      }
      if (!item?.enabled) throw new Error(`no item ${path.join(' > ')}`);
      item.click(undefined, BrowserWindow.getAllWindows()[0], undefined);
    }, labels);
  }
  /** Presses "Quit", which each system has in another menu. */
  pressQuit(): Promise<void> {
    return this.evaluate(({ Menu, BrowserWindow }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      const quit = items?.find(({ role }) => role === 'quit');
      quit?.click(undefined, BrowserWindow.getAllWindows()[0], undefined);
    });
  }
  menu = (): Promise<readonly string[]> =>
    this.evaluate(({ Menu }) => (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label));

  /** The menu of a right click: its labels; one of them is pressed. */
  async contextMenu() {
    const place = await this.#next('popups');
    const labels = await this.evaluate((_electron, at) => {
      const all = seen.popups[at]?.items ?? [];
      return all.map(({ label }) => label).filter((label) => label !== '');
    }, place);
    const press = (label: string): Promise<void> =>
      this.evaluate(
        ({ BrowserWindow }, [at, wanted]) => {
          const [window] = BrowserWindow.getAllWindows();
          const item = seen.popups[at]?.items.find((each) => each.label === wanted);
          // Without the page an item that edits does nothing.
          item?.click(undefined, window, window?.webContents);
        },
        [place, label] as const,
      );
    return { labels, press };
  }

  /** The next notification: its text; clicking returns whether the application still held it. */
  async notification() {
    const place = await this.#next('notices');
    const body = await this.evaluate((_electron, at) => seen.notices[at]?.body, place);
    const click = (): Promise<boolean> =>
      this.evaluate(async (_electron, at) => {
        // Weak references are held until the turn ends.
        await new Promise((resolve) => setImmediate(resolve));
        process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
        process.getBuiltinModule('node:vm').runInNewContext('gc')();
        return seen.notices[at]?.held.deref()?.emit('click') ?? false;
      }, place);
    return { body, click };
  }

  /** The next address that was handed to the system's browser. */
  async opened(): Promise<string | undefined> {
    return this.evaluate((_electron, at) => seen.opened[at], await this.#next('opened'));
  }
  /** The size in bytes of the next output to the printer. */
  async printed(): Promise<number | undefined> {
    return this.evaluate((_electron, at) => seen.printed[at], await this.#next('printed'));
  }
  /** Where the system keeps downloads. */
  downloads = (): Promise<string> => this.evaluate(({ app }) => app.getPath('downloads'));

  /** macOS keeps a program without windows: there closing the last one quits it. */
  closeWindow = (): Promise<void> =>
    process.platform === 'darwin'
      ? this.pressQuit()
      : this.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  /** Another program comes to the front. A display without one may leave it the focus. */
  leaveWindow = (): Promise<void> =>
    this.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.blur();
      if (window?.isFocused()) window.hide();
    });
  /** Resolves when the page has gone: before that, questions to it would get no answer. */
  crashPage = (): Promise<void> =>
    this.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const gone = new Promise((resolve) => contents?.once('render-process-gone', resolve));
      contents?.forcefullyCrashRenderer();
      await gone;
    });

  /** Windows asks whether the session may end: whether Zubi lets it wait. */
  askToEndSession = (): Promise<boolean> =>
    this.evaluate(({ BrowserWindow }) => {
      let isHeld = false;
      const asked = { preventDefault: () => (isHeld = true) };
      const [window] = BrowserWindow.getAllWindows() as NodeJS.EventEmitter[];
      window?.emit('query-session-end', asked);
      return isHeld;
    });
  /** The system shuts down (macOS, Linux). */
  shutDown = (): Promise<void> =>
    this.evaluate(({ powerMonitor }) => void powerMonitor.emit('shutdown'));
}
