import { app, type BrowserWindow, dialog, type Event, nativeTheme } from 'electron';
import type { Language } from '../../../contract/choices.ts';
import type { AppEvent, EventPayload } from '../../../contract/events.ts';
import { settingsSchema, statusSchema } from '../../../contract/settings.ts';
import type { GuardedFile } from '../../platform/files/json-file.ts';
import { describeError } from '../../platform/log/describe-error.ts';
import { batchPage, startPage } from './addresses.ts';
import { showBatchEnded } from './batch-notification.ts';
import { createCallChannel, createFilesChannel, takeFiles } from './channels.ts';
import { chooseDocuments } from './choose-documents.ts';
import type { DesktopOptions } from './desktop-options.ts';
import type { DesktopPreferences } from './desktop-preferences.ts';
import { explained } from './exit-code.ts';
import type { HostedApp } from './hosted-app.ts';
import { serveChannel } from './ipc.ts';
import { toDroppedFile } from './launch.ts';
import { askHowToLeave } from './leaving.ts';
import { MainWindow } from './main-window.ts';
import { showMenu } from './menu.ts';
import { guardDefaultSession } from './permissions.ts';
import { serveWindow } from './protocol.ts';
import { QueueSigns } from './queue-signs.ts';
import { Quitting } from './quitting.ts';
import { startAnew } from './start-anew.ts';
import { fill, languageOf, textsIn } from './texts.ts';
import { findWaitingFile, waitingAddress } from './waiting-page.ts';
import { watchWindow } from './watch-window.ts';
import { usualPlace } from './window-place.ts';

/** One run of the desktop, from ready to quit. */
export class DesktopRun {
  readonly #options: DesktopOptions;
  readonly #window: MainWindow;
  readonly #quitting: Quitting;
  readonly #signs = new QueueSigns();
  #waiting: readonly string[];
  #startsAnew = false;
  #app: HostedApp | null = null;
  #preferences: GuardedFile<DesktopPreferences> | null = null;
  #language: Language = 'es';
  #notifies = true;

  constructor(options: DesktopOptions) {
    this.#options = options;
    this.#waiting = options.launch.files;
    this.#window = new MainWindow({
      preload: options.preload,
      isPackaged: app.isPackaged,
      readPlace: () => this.#preferences?.read().window ?? usualPlace,
      keepPlace: (window) => this.#keep({ window }),
      onClose: (event, window) => this.#closeWindow(event, window),
      onOpened: (window) => this.#watch(window),
    });
    this.#quitting = new Quitting({
      log: options.log,
      core: () => this.#app,
      ask: (core) => askHowToLeave(core, textsIn(this.#language).leaving, this.#window),
      onStay: () => void this.#window.show(),
      onClosing: () => this.#window.setPage(waitingAddress('closing')),
      onClosed: () => this.#passOn(),
    });
  }

  /**
   * Opens the window on a sentence, then the core, which may take minutes after an update. A core
   * that does not open is explained, and the run ends.
   */
  async open(): Promise<void> {
    this.#language = languageOf(...app.getPreferredSystemLanguages(), app.getLocale());
    guardDefaultSession(this.#options.personUmask);
    serveWindow(this.#options.rendererFolder, (path) =>
      findWaitingFile(path, this.#language, textsIn(this.#language).waiting),
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
    this.#preferences = this.#options.openPreferences();
    const { language, appearance } = this.#preferences.read();
    this.#language = language ?? this.#language;
    nativeTheme.themeSource = appearance ?? 'system';
    this.#window.setPage(waitingAddress('opening'));
    await this.#window.show();
    this.#options.log.info('desktop.window_shown');
    const core = await this.#options.openApp();
    this.#app = core;
    serveChannel(createCallChannel(core), this.#options.log);
    serveChannel(createFilesChannel(core), this.#options.log);
    core.subscribe((event) => this.#pass(event));
    if (this.#options.launch.sandboxOnFirstUse) await this.#beginWithSandbox(core);
    await this.#followSettings();
    this.#window.setPage(startPage);
    this.#takeWaiting(core);
  }

  async #beginWithSandbox(core: HostedApp): Promise<void> {
    const reply = await core.call('app.status', {});
    const status = reply.ok ? statusSchema.safeParse(reply.value) : null;
    if (status?.data?.environment === 'none') await core.call('connection.useSandbox', {});
  }

  /** Brings the window to the front; before the first one was opened, that one comes by itself. */
  showWindow(): void {
    if (this.#preferences !== null && !this.#quitting.isOver) void this.#window.show();
  }

  /**
   * Takes documents that were handed to the application (arguments, the system), as soon as the
   * core is open. A core that closes takes nothing: they are given to the next run, which begins
   * when this one has ended.
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

  /** Zubi was started a second time: this run stays, or is followed by another one. */
  startAgain(paths: readonly string[]): void {
    this.#quitting.callBack();
    this.receive(paths);
  }

  #takeWaiting(core: HostedApp): void {
    const files = this.#waiting.map(toDroppedFile);
    this.#waiting = [];
    if (files.length > 0) void this.#take(core, files);
  }

  async #take(core: HostedApp, files: Parameters<typeof takeFiles>[1]): Promise<void> {
    const replies = await Promise.all(files.map((file) => takeFiles(core, [file])));
    const fileIds = replies.flatMap((reply) =>
      reply.ok ? reply.value.map((file) => file.fileId) : [],
    );
    const added = await core.call('submissions.addFiles', { fileIds });
    const reply = [...replies, added].find(({ ok }) => !ok);
    if (reply === undefined || reply.ok) return;
    const { open } = textsIn(this.#language);
    const detail = this.#options.toErrorWords(reply.error, this.#language);
    const message = fill(open.failed, { name: String(reply.error.details.name ?? '') });
    await dialog.showMessageBox({ type: 'warning', title: 'Zubi', message, detail });
  }

  #watch(window: BrowserWindow): void {
    this.#signs.show(window);
    // Windows waits for a program that objects, as long as it shows a window.
    window.on('query-session-end', (event) => {
      if (!this.#signs.isSending) return;
      event.preventDefault();
      this.endSession();
    });
    window.on('session-end', () => this.endSession());
    watchWindow(window, {
      log: this.#options.log,
      clock: this.#options.clock,
      askToReload: () => this.#askToReload(window),
    });
  }

  /** Closing asks before the window vanishes; on macOS Zubi goes on without one. */
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

  async #askToReload(window: BrowserWindow): Promise<boolean> {
    const { gone } = textsIn(this.#language);
    const { response } = await dialog.showMessageBox(window, {
      ...{ type: 'error', title: 'Zubi', message: gone.message, detail: gone.detail },
      ...{ buttons: [gone.reload, gone.leave], defaultId: 0, cancelId: 1, noLink: true },
    });
    return response === 0;
  }

  /** A full disk costs the window its place and nothing else. */
  #keep(change: DesktopPreferences): void {
    try {
      this.#preferences?.write(change);
    } catch {
      this.#options.log.warn('desktop.preference_not_kept');
    }
  }

  #pass(event: AppEvent): void {
    this.#window.send(event);
    if (event.name === 'settings.changed') void this.#followSettings();
    if (event.name === 'queue.changed') this.#signs.follow(event.payload, this.#window.current);
    if (event.name === 'batch.ended') this.#notify(event.payload);
  }

  /** Tells of a batch's end while nobody looks; a click shows its summary. */
  #notify(counts: EventPayload<'batch.ended'>): void {
    if (!this.#notifies || this.#window.current?.isFocused()) return;
    showBatchEnded(textsIn(this.#language).finished, counts, {
      onClick: () => this.#window.goTo(batchPage(counts.batchId)),
      onFailed: () => this.#options.log.warn('desktop.notice_failed'),
    });
  }

  async #followSettings(): Promise<void> {
    const reply = await this.#app?.call('settings.get', {});
    const parsed = reply?.ok ? settingsSchema.safeParse(reply.value) : null;
    if (parsed?.success) {
      this.#language = parsed.data.language;
      this.#notifies = parsed.data.notifyWhenDone;
      nativeTheme.themeSource = parsed.data.appearance;
    }
    const texts = textsIn(this.#language).menu;
    const isMac = process.platform === 'darwin';
    const openDocuments = (): void => void this.#chooseDocuments();
    showMenu({ texts, isMac, isPackaged: app.isPackaged, openDocuments });
  }

  async #chooseDocuments(): Promise<void> {
    const paths = await chooseDocuments(this.#window.current, textsIn(this.#language).open, {
      read: () => this.#preferences?.read().lastFolder,
      keep: (lastFolder) => this.#keep({ lastFolder }),
    });
    if (paths.length > 0) this.receive(paths);
  }

  /** The system shuts down, or the person signs out. */
  endSession(): void {
    void this.#quitting.endNow();
  }

  beforeQuit(event: Event): void {
    this.#quitting.beforeQuit(event);
  }

  /**
   * Zubi was wanted again, or documents came too late for this run: another one begins with them,
   * and the person sees it open.
   */
  #passOn(): void {
    if (!this.#startsAnew && this.#waiting.length === 0) return;
    const { launch, personUmask } = this.#options;
    const { appImage } = launch;
    startAnew([...launch.options, ...this.#waiting], { appImage, personUmask });
    this.#waiting = [];
  }
}
