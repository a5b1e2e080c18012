import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Dialog, Page } from 'playwright-core';
import { createEvent } from './application.ts';
import { handlers, serveOwn, toOutside, toOwn } from './channels.ts';

const bridgeWorld = 'Electron Isolated Context';
const pageScript = readFileSync(join(import.meta.dirname, 'page.js'), 'utf8').replace(/;\s*$/, '');

export interface PagePreferences {
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
  /** The bridge's world in the current document. */
  #bridge = 0;
  #url = '';
  /** The application has named an address, whose document has not been asked for yet. */
  #isBegunByHost = false;
  #isThere = false;
  #isDestroyed = false;
  #openHandler: OpenHandler | null = null;
  /** The answer to a page that refuses to go, on its way: Electron's is there at once. */
  #answer: Promise<void> = Promise.resolve();

  constructor(page: Promise<Page>, preferences: PagePreferences) {
    super();
    this.#attached = page.then((each) => this.#attach(each, preferences));
  }

  async #attach(page: Page, { preload, javascript = true }: PagePreferences): Promise<void> {
    const session = await page.context().newCDPSession(page);
    [this.#page, this.#session] = [page, session];
    this.#followDocuments(session);
    this.#serve(session);
    // A refused window never exists in Electron; here it goes at once, and has no network.
    session.on('Page.windowOpen', ({ url }) => this.#openHandler?.({ url: toOwn(url) }));
    page.on('popup', (popup) => void popup.close());
    page.on('dialog', (dialog) => {
      this.#answer = this.#mayUnload(dialog);
    });
    const body = preload === undefined ? '' : readFileSync(preload, 'utf8');
    const source = `(${pageScript})((require) => {${body}\n})`;
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Inspector.enable'),
      session.send('Emulation.setScriptExecutionDisabled', { value: !javascript }),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      session.send('Runtime.addBinding', { name: 'tellMain', executionContextName: bridgeWorld }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${pageScript})(null)` }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: bridgeWorld }),
    ]);
  }

  #followDocuments(session: CDPSession): void {
    session.on('Runtime.executionContextCreated', ({ context: { id, name } }) => {
      if (name === bridgeWorld) this.#bridge = id;
    });
    session.on('Runtime.bindingCalled', ({ executionContextId: world, payload }) =>
      this.#hear(world, payload),
    );
    session.on('Page.frameNavigated', ({ frame: { url, urlFragment = '' } }) => {
      this.#url = toOwn(url + urlFragment);
    });
    session.on('Page.navigatedWithinDocument', ({ url }) => {
      this.#url = toOwn(url);
    });
    session.on('Page.loadEventFired', () => {
      this.#isThere = true;
      this.emit('did-finish-load', createEvent());
    });
    session.on('Inspector.targetCrashed', () =>
      this.emit('render-process-gone', createEvent(), { reason: 'crashed', exitCode: 5 }),
    );
  }

  #serve(session: CDPSession): void {
    session.on('Fetch.requestPaused', async ({ requestId, request, resourceType }) => {
      const url = toOwn(request.url);
      if (resourceType === 'Document' && !this.#mayNavigate(url))
        return this.#tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      const { method, headers } = request;
      const response = await serveOwn(url, { method, headers }).catch(() => Response.error());
      if (response?.type === 'error')
        return this.#tell('Fetch.failRequest', { requestId, errorReason: 'Failed' });
      if (response === null) return this.#tell('Fetch.continueRequest', { requestId });
      const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }));
      const body = Buffer.from(await response.arrayBuffer()).toString('base64');
      const answer = { responseCode: response.status, responseHeaders, body };
      this.#tell('Fetch.fulfillRequest', { requestId, ...answer });
    });
  }

  /** Electron asks nobody: the page stays, unless the application lets it go. */
  #mayUnload(question: Dialog): Promise<void> {
    const event = createEvent();
    if (question.type() === 'beforeunload') this.emit('will-prevent-unload', event);
    return event.defaultPrevented ? question.accept() : question.dismiss();
  }

  /** Asks the application about a navigation that the page has begun. */
  #mayNavigate(url: string): boolean {
    const isOfHost = this.#isBegunByHost;
    this.#isBegunByHost = false;
    if (isOfHost) return true;
    const event = createEvent({ url, isMainFrame: true });
    this.emit('will-frame-navigate', event);
    if (!event.defaultPrevented) this.emit('will-navigate', event, url);
    return !event.defaultPrevented;
  }

  /** Sends a command; a page that has crashed or gone gets nothing, as in Electron. */
  #tell(...command: Parameters<CDPSession['send']>): void {
    this.#session.send(...command).catch(() => undefined);
  }
  #tellBridge(world: number, name: string, ...args: unknown[]): void {
    const expression = `standIn.${name}(${args.map((arg) => JSON.stringify(arg) ?? 'null')})`;
    this.#tell('Runtime.evaluate', { expression, contextId: world });
  }

  /** A message of a document's bridge: another document gets no answer of it. */
  async #hear(world: number, message: string): Promise<void> {
    const whole = await this.#withPaths(world, message).catch(() => null);
    if (whole === null) return;
    const { id, channel, args } = JSON.parse(whole);
    if (channel === 'stand-in:context-menu')
      return void this.emit('context-menu', createEvent(), ...args);
    const origin = this.#url.split('/').slice(0, 3).join('/');
    const senderFrame = { url: this.#url, origin, parent: null, detached: false };
    try {
      const handler = handlers.get(channel);
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
      this.#tellBridge(world, 'resolve', id, await handler({ senderFrame }, ...args));
    } catch (error) {
      this.#tellBridge(world, 'reject', id, `Error invoking remote method '${channel}': ${error}`);
    }
  }

  /** A message with paths in the place of the marks of files. */
  async #withPaths(world: number, message: string): Promise<string> {
    let whole = message;
    for (const [mark, at] of message.matchAll(/stand-in:file:(\d+)/g)) {
      const file = { expression: `standIn.files[${at}]`, contextId: world };
      const { objectId = '' } = (await this.#session.send('Runtime.evaluate', file)).result;
      const { path } = await this.#session.send('DOM.getFileInfo', { objectId });
      whole = whole.replace(`"${mark}"`, JSON.stringify(path));
    }
    return whole;
  }

  async load(address: string): Promise<void> {
    await this.#attached;
    await this.#answer;
    const loaded = once(this, 'did-finish-load');
    const url = toOutside(address);
    this.#isBegunByHost = true;
    const { errorText, loaderId } = await this.#session.send('Page.navigate', { url });
    // Another place of the same document asks for none.
    this.#isBegunByHost = false;
    if (errorText) throw new Error(`${errorText} loading '${address}'`);
    // Such a place is there at once.
    if (loaderId !== undefined) await loaded;
  }

  /** By its address: a crashed page cannot be reloaded. */
  reload = (): void => void this.load(this.#url).catch(() => undefined);

  send(channel: string, ...args: unknown[]): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    this.#tellBridge(this.#bridge, 'deliver', channel, args);
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }
  isDestroyed = (): boolean => this.#isDestroyed;
  getURL = (): string => this.#url;
  isLoading = (): boolean => !this.#isThere;
  forcefullyCrashRenderer(): void {
    this.#isThere = false;
    this.#tell('Page.crash');
  }
  /** One of Chromium's own editing commands. */
  edit(name: string): void {
    this.#tell('Input.dispatchKeyEvent', { type: 'keyDown', commands: [name] });
  }

  async printToPDF(options: object): Promise<Buffer> {
    const a4 = { paperWidth: 8.27, paperHeight: 11.7 };
    const { data } = await this.#session.send('Page.printToPDF', { ...a4, ...options });
    return Buffer.from(data, 'base64');
  }

  destroy(): void {
    this.#isDestroyed = true;
    void this.#attached.then(() => this.#page.close()).catch(() => undefined);
  }
}
