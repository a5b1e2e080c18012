import { app, type BrowserWindow, type Event } from 'electron';
import type { AppEvent } from '../../../contract/events.ts';
import { describeError } from '../../platform/log/describe-error.ts';
import { callOrThrow } from '../call-or-throw.ts';
import { startPage, submitPage } from './addresses.ts';
import { ApplicationMenu } from './application-menu.ts';
import { Attention } from './attention.ts';
import {
  createCallChannel,
  createFilesChannel,
  createReminderChannel,
  createSaveChannel,
} from './channels.ts';
import { chooseFolder } from './choose-documents.ts';
import { offerContextMenu } from './context-menu.ts';
import type { DesktopOptions } from './desktop-options.ts';
import { Remembered } from './desktop-preferences.ts';
import { DesktopSettings } from './desktop-settings.ts';
import { DocumentSaver } from './document-saver.ts';
import { toErrorWords } from './error-words.ts';
import type { HostedApp } from './hosted-app.ts';
import { takeDocuments } from './intake.ts';
import { type InboundChannel, serveChannel } from './ipc.ts';
import { askHowToLeave, askToDiscard, type Leaving } from './leaving.ts';
import { MadePages } from './made-pages.ts';
import { MainWindow } from './main-window.ts';
import { NextRun } from './next-run.ts';
import { Notifications } from './notifications.ts';
import { serveWindow } from './protocol.ts';
import { QueueSigns } from './queue-signs.ts';
import { Quitting } from './quitting.ts';
import { endExplained } from './refuse.ts';
import { findWaitingFile, waitingAddress } from './waiting-page.ts';
import { watchWindow } from './watch-window.ts';

/**
 * One run of the desktop, in its order. Start: `open`. Then the system brings documents and calls,
 * the core brings events. End: `beforeQuit`, or `endSession` with the person's session.
 */
export class DesktopRun {
  readonly #options: DesktopOptions;
  readonly #settings = new DesktopSettings();
  readonly #remembered: Remembered;
  readonly #pages = new MadePages();
  readonly #window: MainWindow;
  readonly #menu: ApplicationMenu;
  readonly #attention: Attention;
  readonly #signs: QueueSigns;
  readonly #notifications: Notifications;
  readonly #quitting: Quitting;
  readonly #next: NextRun;
  /** Null until it is open. */
  #core: HostedApp | null = null;
  /** Whether the first window was opened. */
  #wasOpened = false;

  constructor(options: DesktopOptions) {
    const { log, rendererFolder, preload, applicationFolder } = options;
    const settings = this.#settings;
    this.#options = options;
    this.#remembered = new Remembered(log);
    const window = new MainWindow({
      preload,
      isPackaged: app.isPackaged,
      remembered: this.#remembered,
      onClose: (event, closing) => this.#closeWindow(event, closing),
      onOpened: (opened) => this.#watch(opened),
      mayDiscard: () => askToDiscard(this.#settings.texts.unsaved, this.#window),
    });
    this.#window = window;
    this.#attention = new Attention({ window, settings, rendererFolder });
    this.#signs = new QueueSigns(window);
    this.#notifications = new Notifications({ window, settings, log });
    this.#menu = new ApplicationMenu({
      window,
      settings,
      remembered: this.#remembered,
      pages: this.#pages,
      root: applicationFolder,
      openDocuments: (paths) => this.receive(paths),
    });
    this.#quitting = new Quitting({
      log,
      core: () => this.#core,
      ask: (core) => this.#askHowToLeave(core),
      onClosing: (isForced) => this.#showClosing(isForced),
      onStay: () => this.#workOn(),
      onClosed: () => this.#next.begin(),
    });
    this.#next = new NextRun({ ...options, language: () => settings.language });
  }

  /**
   * Opens the window on a sentence, then the core, which may take minutes after an update. When the
   * core does not open, the reason is shown and the run ends.
   */
  async open(): Promise<void> {
    const { log, openApp, openPreferences } = this.#options;
    this.#settings.beginWithSystem();
    this.#servePages();
    try {
      this.#remembered.open(openPreferences());
      await this.#openWindow();
      const lastFolder = this.#remembered.folderOf('lastFolder');
      const core = await openApp(() => chooseFolder(this.#window.current, lastFolder));
      this.#core = core;
      this.#serveCalls(core);
      core.subscribe((event) => this.#follow(event, core));
      await this.#openStartPage(core);
      this.#takeWaiting(core);
    } catch (error) {
      log.error('desktop.start_failed', describeError(error));
      const { language } = this.#settings;
      endExplained(language, toErrorWords(error, language));
    }
  }

  #servePages(): void {
    const find = (path: string) => findWaitingFile(path, this.#settings) ?? this.#pages.find(path);
    serveWindow(this.#options.rendererFolder, find);
  }

  async #openWindow(): Promise<void> {
    this.#settings.beginWithPreferences(this.#remembered.read());
    // Before the window, else Electron shows a menu of its own until the core is open.
    this.#menu.show();
    this.#window.setPage(waitingAddress('opening'));
    this.#wasOpened = true;
    await this.#window.show();
    this.#options.log.info('desktop.window_shown');
  }

  #serveCalls(core: HostedApp): void {
    const { log, personUmask } = this.#options;
    const saver = new DocumentSaver({
      core,
      pages: this.#pages,
      personUmask,
      lastFolder: this.#remembered.folderOf('lastSaved'),
      window: () => this.#window.current,
    });
    const serve = <Input>(channel: InboundChannel<Input>) => serveChannel(channel, log);
    serve(createCallChannel(core));
    serve(createFilesChannel(core, (paths) => this.#menu.noteOpened(paths)));
    serve(createSaveChannel((order) => saver.save(order)));
    serve(createReminderChannel((deadline) => this.#notifications.tellDeadline(deadline)));
  }

  async #openStartPage(core: HostedApp): Promise<void> {
    if (this.#options.launch.sandboxOnFirstUse) await beginWithSandbox(core);
    await this.#followSettings(core);
    this.#window.setPage(startPage);
    await this.#attention.count(core);
  }

  /** A window was opened: the first one, or another after a person closed it. */
  #watch(window: BrowserWindow): void {
    const { log, clock } = this.#options;
    this.#signs.show();
    offerContextMenu(window, () => this.#settings.texts.menu);
    window.on('focus', () => window.flashFrame(false));
    // Windows waits for a program that objects, while it shows a window. Otherwise it ends this
    // process at `session-end`, before anything can be closed.
    window.on('query-session-end', (event) => {
      if (!this.#signs.isMoving) return;
      event.preventDefault();
      this.endSession();
    });
    watchWindow(window, { log, clock, texts: () => this.#settings.texts });
  }

  /** Brings the window to the front; the first one shows by itself. */
  showWindow(): void {
    if (this.#wasOpened && !this.#quitting.isOver) void this.#window.show();
  }

  /**
   * Takes documents from arguments or the system once the core is open. While the run ends they
   * wait for the next one, which then begins; a person who keeps edits goes on with this one.
   */
  receive(paths: readonly string[]): void {
    this.#next.addDocuments(paths);
    if (this.#quitting.isEnding) this.#wantNextRun();
    this.showWindow();
    if (this.#quitting.isOver) this.#next.start();
    if (this.#core !== null && !this.#quitting.isEnding) this.#takeWaiting(this.#core);
  }

  #wantNextRun(): void {
    if (this.#next.isWanted) return;
    this.#next.want();
    if (this.#quitting.isClosing) this.#window.setPage(waitingAddress('reopening'));
  }

  /** Zubi was started a second time: shows this run, or starts another one after it. */
  startAgain(paths: readonly string[]): void {
    this.#quitting.callBack();
    this.receive(paths);
  }

  #takeWaiting(core: HostedApp): void {
    const paths = this.#next.takeDocuments();
    if (paths.length === 0) return;
    this.#window.goTo(submitPage);
    void takeDocuments(core, paths, this.#settings.language);
    this.#menu.noteOpened(paths);
  }

  #follow(event: AppEvent, core: HostedApp): void {
    this.#window.send(event);
    this.#signs.follow(event);
    this.#attention.follow(event, core);
    if (event.name === 'settings.changed') void this.#followSettings(core);
    if (event.name === 'batch.ended') this.#notifications.tellBatchEnded(event.payload);
  }

  async #followSettings(core: HostedApp): Promise<void> {
    await this.#settings.read(core);
    this.#menu.show();
    this.#attention.show();
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

  beforeQuit(event: Event): void {
    this.#quitting.beforeQuit(event);
  }

  /** The system shuts down, or the person signs out. */
  endSession(): void {
    this.#next.stopInstaller();
    void this.#quitting.endNow();
  }

  /** Nothing is installed while something is still to be sent. */
  async #askHowToLeave(core: HostedApp): Promise<Leaving> {
    const leaving = await askHowToLeave(core, this.#settings.texts.leaving, this.#window);
    if (leaving !== 'now') this.#next.stopInstaller();
    return leaving;
  }

  /** False when a person keeps edits that are not saved. */
  async #showClosing(isForced: boolean): Promise<boolean> {
    const mayClose = await this.#window.endWith(waitingAddress('closing'), isForced);
    if (mayClose && this.#next.isWanted) this.#window.setPage(waitingAddress('reopening'));
    return mayClose;
  }

  /** The run does not end: it takes the documents that came meanwhile. */
  #workOn(): void {
    this.#next.forget();
    this.receive([]);
  }
}

async function beginWithSandbox(core: HostedApp): Promise<void> {
  const status = await callOrThrow(core, 'app.status', {}).catch(() => null);
  if (status?.environment === 'none') await core.call('connection.useSandbox', {});
}
