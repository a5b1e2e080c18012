import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Answer, Chromium } from './chromium.ts';
import { invoke } from './ipc.ts';
import { bridgeWorldSource, mainWorldSource } from './page-worlds.ts';
import { answerRequest, toOutside, toOwn } from './scheme.ts';

const bridgeWorld = 'Electron Isolated Context';
/** Why a page begins a navigation by itself; another begin is ours. */
const ownNavigations = new Set([
  'anchorClick',
  'formSubmissionGet',
  'formSubmissionPost',
  'reload',
  'scriptInitiated',
]);

/** An event that can be prevented. */
export class StandInEvent {
  defaultPrevented = false;
  constructor(facts: object = {}) {
    Object.assign(this, facts);
  }
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}
export const createEvent = (facts?: object): StandInEvent => new StandInEvent(facts);

type OpenHandler = (details: { url: string; disposition: string }) => { action: 'deny' | 'allow' };

/** A page: Electron's `webContents` over one target of Chromium. */
export class WebContents extends EventEmitter {
  /** Its bridge's code; null for a page without one. */
  readonly #preload: string | null;
  readonly #attached: Promise<void>;
  #chromium!: Chromium;
  #target = '';
  #session = '';
  #bridge: number | null = null;
  #begunByPage = false;
  #openHandler: OpenHandler | null = null;
  #destroyed = false;
  #crashed = false;
  #url = '';
  isPainted = false;

  constructor(chromium: Promise<Chromium>, preload: string | null) {
    super();
    this.#preload = preload === null ? null : readFileSync(preload, 'utf8');
    this.#attached = chromium.then((each) => this.#attach(each));
  }

  async #attach(chromium: Chromium): Promise<void> {
    this.#chromium = chromium;
    const { targetId } = await chromium.send('Target.createTarget', {
      url: 'about:blank',
      // A second one needs a window of its own.
      newWindow: true,
      width: 1360,
      height: 850,
    });
    const { sessionId } = await chromium.send('Target.attachToTarget', { targetId, flatten: true });
    [this.#target, this.#session] = [targetId, sessionId];
    const on = (method: string, listener: (params: Answer) => void) =>
      chromium.on(method, listener, sessionId);
    on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === bridgeWorld && context.auxData.frameId === targetId)
        this.#bridge = context.id;
    });
    on('Runtime.executionContextsCleared', () => {
      this.#bridge = null;
    });
    on('Runtime.bindingCalled', ({ payload }) => void this.#hear(JSON.parse(payload)));
    on('Page.frameRequestedNavigation', ({ frameId, reason }) => {
      if (frameId === targetId) this.#begunByPage = ownNavigations.has(reason);
    });
    on('Fetch.requestPaused', (request) => void this.#passRequest(request));
    on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === targetId) this.#url = toOwn(frame.url + (frame.urlFragment ?? ''));
    });
    on('Page.navigatedWithinDocument', ({ url }) => {
      this.#url = toOwn(url);
    });
    on('Page.loadEventFired', () => this.emit('did-finish-load', createEvent()));
    on('Page.lifecycleEvent', ({ name, frameId }) => {
      if (name !== 'firstPaint' || frameId !== targetId || this.isPainted) return;
      this.isPainted = this.#url !== '' && this.#url !== 'about:blank';
      if (this.isPainted) this.emit('painted');
    });
    on('Inspector.targetCrashed', () => {
      this.#crashed = true;
      this.#bridge = null;
      this.emit('render-process-gone', createEvent(), { reason: 'crashed', exitCode: 5 });
    });
    await Promise.all([
      this.send_('Page.enable'),
      this.send_('Runtime.enable'),
      this.send_('Inspector.enable'),
      this.send_('Page.setLifecycleEventsEnabled', { enabled: true }),
      this.send_('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      this.send_('Runtime.addBinding', { name: 'standInSend', executionContextName: bridgeWorld }),
      this.send_('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldSource }),
      this.send_('Page.addScriptToEvaluateOnNewDocument', {
        source: this.#preload === null ? '' : bridgeWorldSource(this.#preload),
        worldName: bridgeWorld,
      }),
    ]);
  }

  /** A command of the protocol to this page. */
  send_(method: string, params: object = {}): Promise<Answer> {
    return this.#chromium.send(method, params, this.#session);
  }

  async #passRequest({ requestId, request, resourceType, frameId }: Answer): Promise<void> {
    const url = toOwn(request.url);
    if (resourceType === 'Document') {
      const isMainFrame = frameId === this.#target;
      const byPage = this.#begunByPage || !isMainFrame;
      if (isMainFrame) this.#begunByPage = false;
      if (byPage && !this.#mayNavigate(url, isMainFrame)) {
        await this.send_('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
        return;
      }
    }
    const answer = await answerRequest(url, request);
    if (answer === null) await this.send_('Fetch.continueRequest', { requestId });
    else await this.send_('Fetch.fulfillRequest', { requestId, ...answer }).catch(() => undefined);
  }

  #mayNavigate(url: string, isMainFrame: boolean): boolean {
    const event = createEvent({ url, isMainFrame, isSameDocument: false });
    this.emit('will-frame-navigate', event);
    if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', event, url);
    return !event.defaultPrevented;
  }

  async #hear(message: Answer): Promise<void> {
    const { kind, id, channel, args } = message;
    if (kind === 'context') {
      this.emit('context-menu', createEvent(), message.params);
      return;
    }
    if (kind === 'open') {
      this.#openHandler?.({ url: toOwn(message.url), disposition: 'foreground-tab' });
      return;
    }
    if (kind === 'paths') {
      this.#settle(id, null, await this.#findPaths(message.files, message.count));
      return;
    }
    const senderFrame = {
      url: this.#url,
      origin: new URL(this.#url).href.split('/').slice(0, 3).join('/'),
      parent: null,
      detached: false,
    };
    const event = { sender: this, senderFrame, processId: 1, frameId: 1 };
    try {
      this.#settle(id, null, await invoke(kind, channel, event, args));
    } catch (error) {
      this.#settle(id, `Error invoking remote method '${channel}': ${error}`, null);
    }
  }

  /** Where files lie that a page was given by the system. */
  async #findPaths(files: number, count: number): Promise<string[]> {
    const paths: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const expression = `standIn.files(${files})[${index}]`;
      const { result } = await this.send_('Runtime.evaluate', {
        expression,
        contextId: this.#bridge,
      });
      const { path } = await this.send_('DOM.getFileInfo', { objectId: result.objectId });
      paths.push(path);
    }
    return paths;
  }

  #settle(id: number, error: string | null, value: unknown): void {
    if (id !== undefined) this.#tellBridge('settle', id, error, value ?? null);
  }

  /** A page that is not there (crashed, between two documents) gets nothing, as in Electron. */
  #tellBridge(name: string, ...args: unknown[]): void {
    if (this.#bridge === null || this.#crashed) return;
    const expression = `standIn.${name}(${args.map((arg) => JSON.stringify(arg)).join(',')})`;
    this.send_('Runtime.evaluate', { expression, contextId: this.#bridge }).catch(() => undefined);
  }

  #stillThere(): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
  }

  async load(address: string): Promise<void> {
    this.#stillThere();
    await this.#attached;
    this.#begunByPage = false;
    this.#crashed = false;
    const loaded = once(this, 'did-finish-load');
    const { errorText, loaderId } = await this.send_('Page.navigate', { url: toOutside(address) });
    if (errorText) this.emit('did-fail-load', createEvent(), -2, errorText, address, true);
    if (errorText) throw new Error(`${errorText} loading '${address}'`);
    // Another place of the same document is there at once.
    if (loaderId !== undefined) await loaded;
  }

  reload(): void {
    this.#stillThere();
    this.#begunByPage = false;
    const wasCrashed = this.#crashed;
    this.#crashed = false;
    // A crashed target takes no reload; Chromium's own loads the address again, too.
    const again = wasCrashed
      ? this.send_('Page.navigate', { url: toOutside(this.#url) })
      : this.send_('Page.reload');
    again.catch(() => undefined);
  }

  send(channel: string, ...args: unknown[]): void {
    this.#stillThere();
    this.#tellBridge('deliver', channel, args);
  }

  setWindowOpenHandler = (handler: OpenHandler): void => {
    this.#openHandler = handler;
  };
  getURL = (): string => this.#url;
  isDestroyed = (): boolean => this.#destroyed;
  isCrashed = (): boolean => this.#crashed;
  isLoading = (): boolean => false;
  forcefullyCrashRenderer = (): void => void this.send_('Page.crash').catch(() => undefined);

  destroy_(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    void this.#attached
      .then(() => this.#chromium.send('Target.closeTarget', { targetId: this.#target }))
      .catch(() => undefined);
    this.emit('destroyed');
  }
}
