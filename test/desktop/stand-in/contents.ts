import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Answer, Chromium } from './chromium.ts';
import { tell } from './control.ts';
import { invoke } from './ipc.ts';
import { bridgeWorldSource, mainWorldSource } from './page-worlds.ts';
import { answerRequest, toOutside, toOwn } from './scheme.ts';

const bridgeWorld = 'Electron Isolated Context';
/** Reasons of navigations that a page begins by itself; those of the main process have others. */
const ownNavigations = new Set([
  ...['anchorClick', 'formSubmissionGet', 'formSubmissionPost', 'reload', 'scriptInitiated'],
]);

/** An event that can be prevented. */
export const createEvent = (facts: object = {}) => ({
  ...facts,
  defaultPrevented: false,
  preventDefault(): void {
    this.defaultPrevented = true;
  },
});

interface Preferences {
  readonly preload?: string;
  readonly javascript?: boolean;
}
type OpenHandler = (details: { url: string }) => { action: 'deny' | 'allow' };

/** A page: Electron's `webContents` over one target of Chromium. */
export class WebContents extends EventEmitter {
  readonly #attached: Promise<void>;
  #chromium!: Chromium;
  #target = '';
  #session = '';
  /** The bridge's world; null while there is no page. */
  #bridge: number | null = null;
  #isBegunByPage = false;
  #isPainted = false;
  #isDestroyed = false;
  #openHandler: OpenHandler | null = null;
  #url = '';

  constructor(chromium: Promise<Chromium>, preferences: Preferences) {
    super();
    this.#attached = chromium.then((each) => this.#attach(each, preferences));
  }

  async #attach(chromium: Chromium, { preload, javascript = true }: Preferences): Promise<void> {
    this.#chromium = chromium;
    // A window of its own, else the first one's page would be in the background.
    const place = { url: 'about:blank', newWindow: true, width: 1360, height: 850 };
    const { targetId } = await chromium.send('Target.createTarget', place);
    const { sessionId } = await chromium.send('Target.attachToTarget', { targetId, flatten: true });
    [this.#target, this.#session] = [targetId, sessionId];
    this.#followPage();
    const bridge = preload === undefined ? '' : bridgeWorldSource(readFileSync(preload, 'utf8'));
    await Promise.all([
      this.#ask('Page.enable'),
      this.#ask('Runtime.enable'),
      this.#ask('Inspector.enable'),
      this.#ask('Page.setLifecycleEventsEnabled', { enabled: true }),
      this.#ask('Emulation.setScriptExecutionDisabled', { value: !javascript }),
      this.#ask('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      this.#ask('Runtime.addBinding', { name: 'standInSend', executionContextName: bridgeWorld }),
      this.#ask('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldSource }),
      this.#ask('Page.addScriptToEvaluateOnNewDocument', {
        source: bridge,
        worldName: bridgeWorld,
      }),
    ]);
  }

  #followPage(): void {
    const on = (method: string, listener: (params: Answer) => void) =>
      this.#chromium.on(method, listener, this.#session);
    on('Runtime.executionContextCreated', ({ context: { id, name, auxData } }) => {
      if (name === bridgeWorld && auxData.frameId === this.#target) this.#bridge = id;
    });
    on('Runtime.executionContextsCleared', () => {
      this.#bridge = null;
    });
    on('Runtime.bindingCalled', ({ payload }) => void this.#hear(JSON.parse(payload)));
    on('Fetch.requestPaused', (request) => void this.#passRequest(request));
    on('Page.frameRequestedNavigation', ({ frameId, reason }) => {
      if (frameId === this.#target) this.#isBegunByPage = ownNavigations.has(reason);
    });
    on('Page.frameNavigated', ({ frame: { id, url, urlFragment = '' } }) => {
      if (id === this.#target) this.#url = toOwn(url + urlFragment);
    });
    on('Page.navigatedWithinDocument', ({ url }) => {
      this.#url = toOwn(url);
    });
    on('Page.loadEventFired', () => this.emit('did-finish-load', createEvent()));
    on('Page.lifecycleEvent', ({ name, frameId }) => {
      const isNoPage = this.#url === '' || this.#url === 'about:blank';
      if (name !== 'firstPaint' || frameId !== this.#target || isNoPage || this.#isPainted) return;
      this.#isPainted = true;
      this.emit('painted');
    });
    on('Inspector.targetCrashed', () => {
      this.#bridge = null;
      this.emit('render-process-gone', createEvent(), { reason: 'crashed', exitCode: 5 });
    });
  }

  /** Sends a command of the protocol to this page. */
  #ask(method: string, params: object = {}): Promise<Answer> {
    return this.#chromium.send(method, params, this.#session);
  }
  #tell(method: string, params: object = {}): void {
    this.#ask(method, params).catch(() => undefined);
  }

  async #passRequest({ requestId, request, resourceType, frameId }: Answer): Promise<void> {
    const url = toOwn(request.url);
    if (resourceType === 'Document' && !this.#mayNavigate(url, frameId === this.#target)) {
      this.#tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    const answer = await answerRequest(url, request);
    if (answer === null) this.#tell('Fetch.continueRequest', { requestId });
    else this.#tell('Fetch.fulfillRequest', { requestId, ...answer });
  }

  /** Asks the application about a navigation that the page or one of its frames has started. */
  #mayNavigate(url: string, isMainFrame: boolean): boolean {
    if (isMainFrame && !this.#isBegunByPage) return true;
    if (isMainFrame) this.#isBegunByPage = false;
    const event = createEvent({ url, isMainFrame });
    this.emit('will-frame-navigate', event);
    if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', event, url);
    return !event.defaultPrevented;
  }

  async #hear({ kind, id, channel, args, params, url, first, count }: Answer): Promise<void> {
    if (kind === 'context') this.emit('context-menu', createEvent(), params);
    else if (kind === 'open') this.#openHandler?.({ url: toOwn(url) });
    else if (kind === 'paths')
      this.#tellBridge('settle', id, null, await this.#findPaths(first, count));
    else {
      const origin = this.#url.split('/').slice(0, 3).join('/');
      const event = { senderFrame: { url: this.#url, origin, parent: null, detached: false } };
      await invoke(channel, event, args).then(
        (value) => this.#tellBridge('settle', id, null, value),
        (error) =>
          this.#tellBridge('settle', id, `Error invoking remote method '${channel}': ${error}`),
      );
    }
  }

  /** The paths of files that the page was given by the system. */
  #findPaths(first: number, count: number): Promise<string[]> {
    const find = async (at: number) => {
      const question = { expression: `standIn.files[${at}]`, contextId: this.#bridge };
      const { result } = await this.#ask('Runtime.evaluate', question);
      return (await this.#ask('DOM.getFileInfo', { objectId: result.objectId })).path;
    };
    return Promise.all(Array.from({ length: count }, (_, at) => find(first + at)));
  }

  /** A page that is not there (crashed, between two documents) gets nothing, as in Electron. */
  #tellBridge(name: string, ...args: unknown[]): void {
    if (this.#bridge === null) return;
    const expression = `standIn.${name}(${args.map((arg) => JSON.stringify(arg) ?? 'null')})`;
    this.#tell('Runtime.evaluate', { expression, contextId: this.#bridge });
  }

  async load(address: string): Promise<void> {
    await this.#attached;
    this.#isBegunByPage = false;
    const loaded = once(this, 'did-finish-load');
    const { errorText, loaderId } = await this.#ask('Page.navigate', { url: toOutside(address) });
    if (errorText) throw new Error(`${errorText} loading '${address}'`);
    // Another place of the same document is there at once.
    if (loaderId !== undefined) await loaded;
  }

  /** By its address: a crashed page cannot be reloaded. */
  reload(): void {
    this.#isBegunByPage = false;
    this.#tell('Page.navigate', { url: toOutside(this.#url) });
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    this.#tellBridge('deliver', channel, args);
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }
  isDestroyed = (): boolean => this.#isDestroyed;
  crash = (): void => this.#tell('Page.crash');
  /** One of Chromium's own editing commands. */
  edit = (name: string): void =>
    this.#tell('Input.dispatchKeyEvent', {
      ...{ type: 'keyDown', key: 'Unidentified', commands: [name] },
    });

  async printToPDF(options: object): Promise<Buffer> {
    const a4 = { paperWidth: 8.27, paperHeight: 11.7 };
    const { data } = await this.#ask('Page.printToPDF', { ...a4, ...options });
    return Buffer.from(data, 'base64');
  }

  /** There is no printer: the test gets the size of the output. */
  print(options: object, done: (isPrinted: boolean) => void): void {
    void this.printToPDF(options).then(({ length: size }) => {
      tell('printed', { size });
      done(true);
    });
  }

  destroy(): void {
    this.#isDestroyed = true;
    void this.#attached
      .then(() => this.#chromium.send('Target.closeTarget', { targetId: this.#target }))
      .catch(() => undefined);
  }
}
