import { app, type BrowserWindow, dialog, type Event, type OpenDialogOptions } from 'electron';
import type { Language } from '../../../contract/choices.ts';
import { desktopChannels } from '../../../contract/desktop.ts';
import type { AppEvent, EventPayload } from '../../../contract/events.ts';
import { settingsSchema, statusSchema } from '../../../contract/settings.ts';
import type { GuardedFile } from '../../platform/files/json-file.ts';
import { describeError } from '../../platform/log/describe-error.ts';
import { showBatchEnded } from './batch-notification.ts';
import { createCallChannel, createFilesChannel, takeFiles } from './channels.ts';
import type { DesktopOptions } from './desktop-options.ts';
import { explained } from './exit-code.ts';
import type { HostedApp } from './hosted-app.ts';
import { serveChannel } from './ipc.ts';
import { toDroppedFile } from './launch.ts';
import { askHowToLeave } from './leaving.ts';
import { showMenu } from './menu.ts';
import { guardDefaultSession } from './permissions.ts';
import { serveWindow } from './protocol.ts';
import { startAnew } from './start-anew.ts';
import { fill, languageOf, textsIn } from './texts.ts';
import { watchWindow } from './watch-window.ts';
import { openWindow, showBatch } from './window.ts';
import { usualPlace, type WindowPlace } from './window-place.ts';

/**
 * The core itself waits for what is being sent as long as the service's profile allows (minutes),
 * and then ends. This is for a core that hangs: longer than any sending, because an answer that
 * nobody waits for is an unknown outcome.
 */
const closeLimitMs = 15 * 60_000;

/** One run of the desktop, from ready to quit. */
export class DesktopRun {
  readonly #options: DesktopOptions;
  #waiting: readonly string[];
  #app: HostedApp | null = null;
  #place: GuardedFile<WindowPlace> | null = null;
  #window: BrowserWindow | null = null;
  #language: Language = 'es';
  #notifies = true;
  #quit: 'not asked' | 'asking' | 'closing' | 'closed' = 'not asked';

  constructor(options: DesktopOptions) {
    this.#options = options;
    this.#waiting = options.launch.files;
  }

  /** Opens the core, then the window. A core that does not open is explained, and the run ends. */
  async open(): Promise<void> {
    this.#language = languageOf(...app.getPreferredSystemLanguages(), app.getLocale());
    guardDefaultSession();
    serveWindow(this.#options.rendererFolder);
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
    const core = await this.#options.openApp();
    this.#app = core;
    this.#place = this.#options.openWindowPlace();
    serveChannel(createCallChannel(core), this.#options.log);
    serveChannel(createFilesChannel(core), this.#options.log);
    core.subscribe((event) => this.#pass(event));
    if (this.#options.launch.sandboxOnFirstUse) await this.#beginWithSandbox(core);
    await this.#followSettings();
    this.showWindow();
    this.#takeWaiting(core);
  }

  async #beginWithSandbox(core: HostedApp): Promise<void> {
    const status = await this.#status(core);
    if (status?.environment === 'none') await core.call('connection.useSandbox', {});
  }

  async #status(core: HostedApp): Promise<ReturnType<typeof statusSchema.parse> | null> {
    const reply = await core.call('app.status', {});
    const parsed = reply.ok ? statusSchema.safeParse(reply.value) : null;
    return parsed?.success ? parsed.data : null;
  }

  /** Shows the window, opening it when there is none. Does nothing before the core is open. */
  showWindow(): void {
    if (this.#app === null || this.#quit === 'closing' || this.#quit === 'closed') return;
    if (this.#window === null) {
      this.#openWindow();
      return;
    }
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  /**
   * Takes documents that were handed to the application (arguments, a second start, the system), as
   * soon as the core is open. A core that closes takes nothing: they are given to the next run,
   * which begins when this one has ended.
   */
  receive(paths: readonly string[]): void {
    this.#waiting = [...this.#waiting, ...paths];
    if (this.#app === null || this.#quit === 'closing' || this.#quit === 'closed') return;
    this.showWindow();
    this.#takeWaiting(this.#app);
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

  #openWindow(): void {
    const place = this.#place?.read() ?? usualPlace;
    const { preload } = this.#options;
    const window = openWindow({ preload, isPackaged: app.isPackaged, place });
    this.#window = window;
    window.on('close', () => this.#rememberPlace(window));
    window.on('closed', () => {
      this.#window = null;
    });
    watchWindow(window, {
      log: this.#options.log,
      clock: this.#options.clock,
      askToReload: () => this.#askToReload(window),
    });
  }

  async #askToReload(window: BrowserWindow): Promise<boolean> {
    const { gone } = textsIn(this.#language);
    const { response } = await dialog.showMessageBox(window, {
      ...{ type: 'error', title: 'Zubi', message: gone.message, detail: gone.detail },
      ...{ buttons: [gone.reload, gone.leave], defaultId: 0, cancelId: 1, noLink: true },
    });
    return response === 0;
  }

  #rememberPlace(window: BrowserWindow): void {
    const { width, height, x, y } = window.getNormalBounds();
    try {
      this.#place?.write({ width, height, x, y, maximized: window.isMaximized() });
    } catch {
      // A full disk costs the window its place and nothing else.
      this.#options.log.warn('desktop.place_not_kept');
    }
  }

  #pass(event: AppEvent): void {
    const contents = this.#window?.webContents;
    if (contents !== undefined && !contents.isDestroyed())
      contents.send(desktopChannels.event, event);
    if (event.name === 'settings.changed') void this.#followSettings();
    if (event.name === 'batch.ended') this.#notify(event.payload);
  }

  /** Tells of a batch's end while nobody looks; a click shows its summary. */
  #notify(counts: EventPayload<'batch.ended'>): void {
    if (!this.#notifies || this.#window?.isFocused()) return;
    showBatchEnded(textsIn(this.#language).finished, counts, {
      onClick: () => {
        this.showWindow();
        if (this.#window !== null) showBatch(this.#window, counts.batchId);
      },
      onFailed: () => this.#options.log.warn('desktop.notice_failed'),
    });
  }

  async #followSettings(): Promise<void> {
    const reply = await this.#app?.call('settings.get', {});
    const parsed = reply?.ok ? settingsSchema.safeParse(reply.value) : null;
    if (parsed?.success) {
      this.#language = parsed.data.language;
      this.#notifies = parsed.data.notifyWhenDone;
    }
    const texts = textsIn(this.#language).menu;
    const isMac = process.platform === 'darwin';
    const openDocuments = (): void => void this.#chooseDocuments();
    showMenu({ texts, isMac, isPackaged: app.isPackaged, openDocuments });
  }

  async #chooseDocuments(): Promise<void> {
    const { open } = textsIn(this.#language);
    const options: OpenDialogOptions = {
      title: open.title,
      properties: ['openFile', 'multiSelections'],
      filters: [{ name: open.documents, extensions: ['xml', 'gz', 'xsig', 'p7m', 'zip'] }],
    };
    const window = this.#window;
    const { filePaths } = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options));
    if (filePaths.length > 0) this.receive(filePaths);
  }

  /**
   * Holds the quit back until a person has said what becomes of the queue, and the core is closed,
   * or the time for that is over.
   */
  beforeQuit(event: Event): void {
    const core = this.#app;
    if (core === null || this.#quit === 'closed') return;
    event.preventDefault();
    if (this.#quit !== 'not asked') return;
    this.#quit = 'asking';
    void this.#leave(core);
  }

  async #leave(core: HostedApp): Promise<void> {
    const leaving = await askHowToLeave(core, textsIn(this.#language).leaving, this.#window).catch(
      () => 'now' as const,
    );
    if (leaving === 'stay' || leaving === 'finish') {
      this.#quit = 'not asked';
      if (this.#window === null) this.showWindow();
    }
    if (leaving === 'stay') return;
    // Until then it is at work as before: it can be looked at, and asked to quit otherwise.
    if (leaving === 'finish') await core.idle();
    if (this.#quit === 'closing' || this.#quit === 'closed') return;
    this.#quit = 'closing';
    await this.#close(core, leaving === 'pause' ? 'pause' : 'finish');
    this.#quit = 'closed';
    this.#passOn();
    app.quit();
  }

  /**
   * Documents that came too late for this run: another one begins with them, and the person sees it
   * open.
   */
  #passOn(): void {
    if (this.#waiting.length === 0) return;
    startAnew([...this.#options.launch.options, ...this.#waiting], this.#options.launch.appImage);
    this.#waiting = [];
  }

  async #close(core: HostedApp, drain: 'finish' | 'pause'): Promise<void> {
    const limit = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => limit.resolve('late'), closeLimitMs);
    try {
      const ended = await Promise.race([core.close({ drain }), limit.promise]);
      if (ended === 'late') this.#options.log.warn('desktop.close_late');
    } catch (error) {
      this.#options.log.error('desktop.close_failed', describeError(error));
    } finally {
      clearTimeout(timer);
    }
  }
}
