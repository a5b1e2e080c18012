import { app, type BrowserWindow, dialog, type Event, nativeTheme } from 'electron';
import type { Language } from '../../../contract/choices.ts';
import type { Deadline } from '../../../contract/client.ts';
import type { AppEvent, EventPayload } from '../../../contract/events.ts';
import { settingsSchema, statusSchema } from '../../../contract/settings.ts';
import { describeError } from '../../platform/log/describe-error.ts';
import { batchPage, quarterPage, startPage } from './addresses.ts';
import { ApplicationMenu } from './application-menu.ts';
import { Attention } from './attention.ts';
import {
  createCallChannel,
  createFilesChannel,
  createReminderChannel,
  createSaveChannel,
} from './channels.ts';
import { offerContextMenu } from './context-menu.ts';
import type { DesktopOptions } from './desktop-options.ts';
import { Remembered } from './desktop-preferences.ts';
import { DocumentSaver } from './document-saver.ts';
import { explained } from './exit-code.ts';
import type { HostedApp } from './hosted-app.ts';
import { takeDocuments } from './intake.ts';
import { type InboundChannel, serveChannel } from './ipc.ts';
import { askHowToLeave, type Leaving } from './leaving.ts';
import { MadePages } from './made-pages.ts';
import { MainWindow } from './main-window.ts';
import { showBatchEnded, showDeadline } from './notifications.ts';
import { guardDefaultSession } from './permissions.ts';
import { serveWindow } from './protocol.ts';
import { QueueSigns } from './queue-signs.ts';
import { Quitting } from './quitting.ts';
import { startAnew } from './start-anew.ts';
import { languageOf, textsIn } from './texts.ts';
import { findWaitingFile, waitingAddress } from './waiting-page.ts';
import { watchWindow } from './watch-window.ts';

/** One run of the desktop, from ready to quit. */
export class DesktopRun {
  readonly #options: DesktopOptions;
  readonly #window: MainWindow;
  readonly #quitting: Quitting;
  readonly #remembered: Remembered;
  readonly #pages = new MadePages();
  readonly #menu: ApplicationMenu;
  readonly #attention: Attention;
  readonly #signs = new QueueSigns();
  #waiting: readonly string[];
  #startsAnew = false;
  /** Whether the first window was opened. */
  #isOpening = false;
  #app: HostedApp | null = null;
  #language: Language = 'es';
  #notifies = true;

  constructor(options: DesktopOptions) {
    this.#options = options;
    this.#waiting = options.launch.files;
    this.#remembered = new Remembered(options.log);
    this.#attention = new Attention(options.rendererFolder);
    this.#window = new MainWindow({
      preload: options.preload,
      isPackaged: app.isPackaged,
      remembered: this.#remembered,
      onClose: (event, window) => this.#closeWindow(event, window),
      onOpened: (window) => this.#watch(window),
    });
    this.#menu = new ApplicationMenu({
      window: this.#window,
      remembered: this.#remembered,
      pages: this.#pages,
      root: options.applicationFolder,
      language: () => this.#language,
      openDocuments: (paths) => this.receive(paths),
    });
    this.#quitting = new Quitting({
      log: options.log,
      core: () => this.#app,
      ask: (core) => this.#askHowToLeave(core),
      onStay: () => void this.#window.show(),
      onClosing: () => this.#window.setPage(waitingAddress('closing')),
      onClosed: () => this.#passOn(),
    });
  }

  /**
   * Opens the window on a sentence, then the core, which may take minutes after an update. When the
   * core does not open, the reason is shown and the run ends.
   */
  async open(): Promise<void> {
    this.#language = languageOf(...app.getPreferredSystemLanguages(), app.getLocale());
    guardDefaultSession(this.#options.personUmask);
    const findWaiting = (path: string) =>
      findWaitingFile(path, this.#language, textsIn(this.#language).waiting);
    serveWindow(
      this.#options.rendererFolder,
      (path) => findWaiting(path) ?? this.#pages.find(path),
    );
    try {
      await this.#openCore();
    } catch (error) {
      this.#options.log.error('desktop.start_failed', describeError(error));
      const text = this.#options.toErrorWords(error, this.#language);
      dialog.showErrorBox(textsIn(this.#language).start.failed, text);
      app.exit(explained);
    }
  }

  async #openCore(): Promise<void> {
    this.#remembered.open(this.#options.openPreferences());
    const { language, appearance } = this.#remembered.read();
    this.#language = language ?? this.#language;
    nativeTheme.themeSource = appearance ?? 'system';
    // Before the window, else Electron shows a menu of its own until the core is open.
    this.#menu.show();
    this.#window.setPage(waitingAddress('opening'));
    this.#isOpening = true;
    await this.#window.show();
    this.#options.log.info('desktop.window_shown');
    const core = await this.#options.openApp();
    this.#app = core;
    const saver = new DocumentSaver({
      ...{ core, pages: this.#pages, personUmask: this.#options.personUmask },
      lastFolder: this.#remembered.folderOf('lastSaved'),
      window: () => this.#window.current,
    });
    const serve = <Input>(channel: InboundChannel<Input>): void =>
      serveChannel(channel, this.#options.log);
    serve(createCallChannel(core));
    serve(createFilesChannel(core, (paths) => this.#menu.noteOpened(paths)));
    serve(createSaveChannel((order) => saver.save(order)));
    serve(createReminderChannel((deadline) => this.#remind(deadline)));
    core.subscribe((event) => this.#pass(event));
    if (this.#options.launch.sandboxOnFirstUse) await this.#beginWithSandbox(core);
    await this.#followSettings();
    this.#window.setPage(startPage);
    await this.#countWaiting();
    this.#takeWaiting(core);
  }

  async #beginWithSandbox(core: HostedApp): Promise<void> {
    const reply = await core.call('app.status', {});
    const status = reply.ok ? statusSchema.safeParse(reply.value) : null;
    if (status?.data?.environment === 'none') await core.call('connection.useSandbox', {});
  }

  /** Brings the window to the front; the first one shows by itself. */
  showWindow(): void {
    if (this.#isOpening && !this.#quitting.isOver) void this.#window.show();
  }

  /**
   * Takes documents from arguments or the system once the core is open. A closing core takes none:
   * the next run, which begins when this one has ended, gets them.
   */
  receive(paths: readonly string[]): void {
    this.#waiting = [...this.#waiting, ...paths];
    if (this.#quitting.isClosing && !this.#startsAnew) {
      this.#startsAnew = true;
      this.#window.setPage(waitingAddress('reopening'));
    }
    this.showWindow();
    if (this.#app !== null && !this.#quitting.isClosing) this.#takeWaiting(this.#app);
  }

  /** Zubi was started a second time: shows this run, or starts another one after it. */
  startAgain(paths: readonly string[]): void {
    this.#quitting.callBack();
    this.receive(paths);
  }

  #takeWaiting(core: HostedApp): void {
    const paths = this.#waiting;
    this.#waiting = [];
    if (paths.length === 0) return;
    const { toErrorWords } = this.#options;
    void takeDocuments(core, paths, { language: this.#language, toErrorWords });
    this.#menu.noteOpened(paths);
  }

  #watch(window: BrowserWindow): void {
    this.#signs.show(window);
    this.#attention.show(window, textsIn(this.#language).badge);
    offerContextMenu(window, () => textsIn(this.#language).menu);
    // Windows waits for a program that objects only while it shows a window.
    window.on('query-session-end', (event) => {
      if (!this.#signs.isMoving) return;
      event.preventDefault();
      this.endSession();
    });
    window.on('session-end', () => this.endSession());
    watchWindow(window, {
      log: this.#options.log,
      clock: this.#options.clock,
      texts: () => textsIn(this.#language),
    });
  }

  /** Closing asks before the window disappears; on macOS Zubi runs on without one. */
  #closeWindow(event: Event, window: BrowserWindow): void {
    if (this.#quitting.isOver) return;
    if (this.#quitting.isClosing) {
      event.preventDefault();
      window.hide();
    } else if (process.platform !== 'darwin') {
      event.preventDefault();
      app.quit();
    }
  }

  #pass(event: AppEvent): void {
    this.#window.send(event);
    if (event.name === 'settings.changed') void this.#followSettings();
    if (event.name === 'submission.changed') this.#signs.note(event.payload);
    if (event.name === 'history.replaced') this.#signs.forget();
    if (event.name === 'queue.changed') this.#signs.follow(event.payload, this.#window.current);
    if (event.name === 'batch.ended') this.#notify(event.payload);
    this.#attention.follow(event, () => this.#countWaiting());
  }

  /** Notifies of a batch's end while the window is not in front; a click opens its summary. */
  #notify(counts: EventPayload<'batch.ended'>): void {
    const window = this.#window.current;
    if (window?.isFocused()) return;
    window?.flashFrame(true);
    window?.once('focus', () => window.flashFrame(false));
    if (!this.#notifies) return;
    const listeners = this.#listenersTo(batchPage(counts.batchId));
    showBatchEnded(textsIn(this.#language).finished, counts, listeners);
  }

  #remind(deadline: Deadline): void {
    if (!this.#notifies) return;
    showDeadline(textsIn(this.#language).deadline, deadline, this.#listenersTo(quarterPage));
  }

  #listenersTo(page: string) {
    return {
      onClick: () => this.#window.goTo(page),
      onFailed: () => this.#options.log.warn('desktop.notice_failed'),
    };
  }

  async #countWaiting(): Promise<void> {
    const { badge } = textsIn(this.#language);
    if (this.#app !== null) await this.#attention.read(this.#app, this.#window.current, badge);
  }

  async #followSettings(): Promise<void> {
    const reply = await this.#app?.call('settings.get', {});
    const parsed = reply?.ok ? settingsSchema.safeParse(reply.value) : null;
    if (parsed?.success) {
      this.#language = parsed.data.language;
      this.#notifies = parsed.data.notifyWhenDone;
      nativeTheme.themeSource = parsed.data.appearance;
    }
    this.#menu.show();
    this.#attention.show(this.#window.current, textsIn(this.#language).badge);
  }

  /** Nothing is installed while something is still to be sent. */
  async #askHowToLeave(core: HostedApp): Promise<Leaving> {
    const leaving = await askHowToLeave(core, textsIn(this.#language).leaving, this.#window);
    if (leaving !== 'now') this.#options.updater?.cancel();
    return leaving;
  }

  /** The system shuts down, or the person signs out. */
  endSession(): void {
    this.#options.updater?.cancel();
    void this.#quitting.endNow();
  }

  beforeQuit(event: Event): void {
    this.#quitting.beforeQuit(event);
  }

  /**
   * Zubi was started again, or documents came too late for this run: another run begins with them.
   */
  #passOn(): boolean {
    if (this.#options.updater?.begin()) return true;
    if (!this.#startsAnew && this.#waiting.length === 0) return false;
    const { launch, personUmask } = this.#options;
    const { appImage } = launch;
    startAnew([...launch.options, ...this.#waiting], { appImage, personUmask });
    this.#waiting = [];
    return false;
  }
}
