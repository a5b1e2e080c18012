import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';
import { createEvent } from './application.ts';
import { tell } from './control.ts';
import { bridgeWorldSource, mainWorldSource } from './page-worlds.ts';
import { answerRequest, toOutside, toOwn } from './scheme.ts';

const bridgeWorld = 'Electron Isolated Context';
// biome-ignore lint/suspicious/noExplicitAny: what the bridge's world sends has no type here
type Sent = any;

const handlers = new Map<string, (event: object, ...args: unknown[]) => unknown>();
export const ipcMain = Object.assign(new EventEmitter(), {
  handle: (channel: string, handler: () => unknown) => void handlers.set(channel, handler),
});

interface Preferences {
  readonly preload?: string;
  readonly javascript?: boolean;
}
type OpenHandler = (details: { url: string }) => { action: 'deny' };

/** A page: Electron's `webContents` over one target of Chromium. Its policy allows no frames. */
export class WebContents extends EventEmitter {
  readonly #attached: Promise<void>;
  #page!: Page;
  /** Our own line to the page: Playwright's ends when a page crashes. */
  #session!: CDPSession;
  /** The bridge's world. */
  #bridge = 0;
  #isBegunByPage = false;
  #isDestroyed = false;
  #openHandler: OpenHandler | null = null;
  #url = '';

  constructor(page: Promise<Page>, preferences: Preferences) {
    super();
    this.#attached = page.then((each) => this.#attach(each, preferences));
  }

  async #attach(page: Page, { preload, javascript = true }: Preferences): Promise<void> {
    const session = await page.context().newCDPSession(page);
    [this.#page, this.#session] = [page, session];
    this.#followPage();
    const source = preload === undefined ? '' : bridgeWorldSource(readFileSync(preload, 'utf8'));
    const worldName = bridgeWorld;
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Inspector.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Emulation.setScriptExecutionDisabled', { value: !javascript }),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      session.send('Runtime.addBinding', { name: 'standInSend', executionContextName: worldName }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldSource }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName }),
    ]);
  }

  #followPage(): void {
    const session = this.#session;
    session.on('Runtime.executionContextCreated', ({ context: { id, name } }) => {
      if (name === bridgeWorld) this.#bridge = id;
    });
    session.on(
      'Runtime.bindingCalled',
      ({ payload, executionContextId: world }) => void this.#hear(world, JSON.parse(payload)),
    );
    session.on('Fetch.requestPaused', async ({ requestId, request, resourceType }) => {
      const url = toOwn(request.url);
      if (resourceType === 'Document' && !this.#mayNavigate(url))
        return this.#tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      const answer = await answerRequest(url, request);
      if (answer === null) this.#tell('Fetch.continueRequest', { requestId });
      else this.#tell('Fetch.fulfillRequest', { requestId, ...answer });
    });
    // Only for navigations that the page begins by itself.
    session.on('Page.frameRequestedNavigation', () => {
      this.#isBegunByPage = true;
    });
    session.on('Page.frameNavigated', ({ frame: { url, urlFragment = '' } }) => {
      this.#url = toOwn(url + urlFragment);
    });
    session.on('Page.navigatedWithinDocument', ({ url }) => {
      this.#url = toOwn(url);
    });
    session.on('Page.loadEventFired', () => this.emit('did-finish-load', createEvent()));
    session.on('Page.lifecycleEvent', ({ name }) => {
      if (name === 'firstPaint' && this.#url !== '') this.emit('painted');
    });
    session.on('Inspector.targetCrashed', () =>
      this.emit('render-process-gone', createEvent(), { reason: 'crashed', exitCode: 5 }),
    );
    // A refused window never exists in Electron; here it goes at once, and has no network.
    session.on('Page.windowOpen', ({ url }) => this.#openHandler?.({ url: toOwn(url) }));
    this.#page.on('popup', (popup) => void popup.close());
  }

  /** Sends a command; a page that has crashed or gone gets nothing, as in Electron. */
  #tell(...command: Parameters<CDPSession['send']>): void {
    this.#session.send(...command).catch(() => undefined);
  }
  #tellBridge(world: number, name: string, ...args: unknown[]): void {
    const expression = `standIn.${name}(${args.map((arg) => JSON.stringify(arg) ?? 'null')})`;
    this.#tell('Runtime.evaluate', { expression, contextId: world });
  }

  /** Asks the application about a navigation that the page has started. */
  #mayNavigate(url: string): boolean {
    if (!this.#isBegunByPage) return true;
    this.#isBegunByPage = false;
    const event = createEvent({ url, isMainFrame: true });
    this.emit('will-frame-navigate', event);
    if (!event.defaultPrevented) this.emit('will-navigate', event, url);
    return !event.defaultPrevented;
  }

  /** A message of a document's bridge: another document gets no answer of it. */
  async #hear(world: number, { id, context, file, channel, args }: Sent): Promise<void> {
    if (context !== undefined) return void this.emit('context-menu', createEvent(), context);
    try {
      const value =
        file === undefined ? await this.#invoke(channel, args) : await this.#findPath(world, file);
      this.#tellBridge(world, 'settle', id, null, value);
    } catch (error) {
      this.#tellBridge(world, 'settle', id, `Error invoking remote method '${channel}': ${error}`);
    }
  }

  #invoke(channel: string, args: unknown[]): unknown {
    const handler = handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const origin = this.#url.split('/').slice(0, 3).join('/');
    const event = { senderFrame: { url: this.#url, origin, parent: null, detached: false } };
    return handler(event, ...args);
  }

  /** The path of a file that the page was given by the system. */
  async #findPath(world: number, at: number): Promise<string> {
    const question = { expression: `standIn.files[${at}]`, contextId: world };
    const { objectId } = (await this.#session.send('Runtime.evaluate', question)).result;
    return (await this.#session.send('DOM.getFileInfo', { objectId: objectId ?? '' })).path;
  }

  async load(address: string): Promise<void> {
    await this.#attached;
    this.#isBegunByPage = false;
    const loaded = once(this, 'did-finish-load');
    const asked = { url: toOutside(address) };
    const { errorText, loaderId } = await this.#session.send('Page.navigate', asked);
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
    this.#tellBridge(this.#bridge, 'deliver', channel, args);
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
    const { data } = await this.#session.send('Page.printToPDF', { ...a4, ...options });
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
    void this.#attached.then(() => this.#page.close()).catch(() => undefined);
  }
}
