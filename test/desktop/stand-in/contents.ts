import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { createEvent } from './application.ts';

const bridgeWorld = 'Electron Isolated Context';
const pageScript = readFileSync(join(import.meta.dirname, 'page.js'), 'utf8').replace(/;\s*$/, '');

type Answer = (event: object, ...args: unknown[]) => unknown;
const handlers = new Map<string, Answer>();
export const ipcMain = Object.assign(new EventEmitter(), {
  handle: (channel: string, handler: Answer) => void handlers.set(channel, handler),
});

/** The application's scheme, and its handler. */
let own: { readonly scheme: string; serve?(request: Request): Promise<Response> } | null = null;
export const protocol = {
  registerSchemesAsPrivileged([{ scheme }]: [{ scheme: string }]): void {
    own = { scheme };
  },
  handle(scheme: string, serve: (request: Request) => Promise<Response>): void {
    if (own?.scheme !== scheme) throw new Error(`the scheme ${scheme} was never registered`);
    own = { scheme, serve };
  },
};

/*
 * Chromium knows a scheme only where it was compiled in, so the page lies under `https:`, with the
 * same host and path: our hosts have one word. The main process sees the real scheme.
 */
const toOwn = (url: string): string =>
  url.replace(/^https:(?=\/\/\w+(?:[/?#]|$))/, `${own?.scheme}:`);
const toOutside = (url: string): string => url.replace(`${own?.scheme}:`, 'https:');

export interface PagePreferences {
  readonly preload?: string;
  readonly javascript?: boolean;
}
type OpenHandler = (details: { url: string }) => { action: 'deny' };

/** A message of the bridge. */
interface Sent {
  readonly id: number;
  readonly channel: string;
  readonly args: readonly unknown[];
}

/** A page: Electron's `webContents` over one target of Chromium. Its policy allows no frames. */
export class WebContents extends EventEmitter {
  readonly #attached: Promise<void>;
  #page!: Page;
  /** Our own line to the page: Playwright's ends when a page crashes. */
  #session!: CDPSession;
  /** The bridge's world. */
  #bridge = 0;
  #isBegunByPage = false;
  #isThere = false;
  #isDestroyed = false;
  #openHandler: OpenHandler | null = null;
  #url = '';

  constructor(page: Promise<Page>, preferences: PagePreferences) {
    super();
    this.#attached = page.then((each) => this.#attach(each, preferences));
  }

  async #attach(page: Page, { preload, javascript = true }: PagePreferences): Promise<void> {
    const session = await page.context().newCDPSession(page);
    [this.#page, this.#session] = [page, session];
    this.#follow(page, session);
    const body = preload === undefined ? '' : readFileSync(preload, 'utf8');
    const source = `(${pageScript})((require) => {${body}\n})`;
    const worldName = bridgeWorld;
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Inspector.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Emulation.setScriptExecutionDisabled', { value: !javascript }),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      session.send('Runtime.addBinding', { name: 'standInSend', executionContextName: worldName }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${pageScript})(null)` }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName }),
    ]);
  }

  #follow(page: Page, session: CDPSession): void {
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
      if (url === request.url || own?.serve === undefined)
        return this.#tell('Fetch.continueRequest', { requestId });
      const { method, headers } = request;
      const response = await own.serve(new Request(url, { method, headers }));
      const body = Buffer.from(await response.arrayBuffer()).toString('base64');
      const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }));
      const answer = { requestId, responseCode: response.status, responseHeaders, body };
      this.#tell('Fetch.fulfillRequest', answer);
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
    session.on('Page.loadEventFired', () => {
      this.#isThere = true;
      this.emit('did-finish-load', createEvent());
    });
    session.on('Page.lifecycleEvent', ({ name }) => {
      if (name === 'firstPaint' && this.#url !== '') this.emit('painted');
    });
    session.on('Inspector.targetCrashed', () =>
      this.emit('render-process-gone', createEvent(), { reason: 'crashed', exitCode: 5 }),
    );
    // A refused window never exists in Electron; here it goes at once, and has no network.
    session.on('Page.windowOpen', ({ url }) => this.#openHandler?.({ url: toOwn(url) }));
    page.on('popup', (popup) => void popup.close());
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
  async #hear(world: number, { id, channel, args }: Sent): Promise<void> {
    const origin = this.#url.split('/').slice(0, 3).join('/');
    const senderFrame = { url: this.#url, origin, parent: null, detached: false };
    try {
      const value = await this.#handlerOf(world, channel)({ senderFrame }, ...args);
      this.#tellBridge(world, 'settle', id, null, value);
    } catch (error) {
      this.#tellBridge(world, 'settle', id, `Error invoking remote method '${channel}': ${error}`);
    }
  }

  #handlerOf(world: number, channel: string): Answer {
    if (channel === 'stand-in:path') return (_event, at) => this.#findPath(world, Number(at));
    if (channel === 'stand-in:context-menu')
      return (_event, params) => void this.emit('context-menu', createEvent(), params);
    const missing = (): never => {
      throw new Error(`No handler registered for '${channel}'`);
    };
    return handlers.get(channel) ?? missing;
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
    const { errorText, loaderId } = await this.#session.send('Page.navigate', {
      url: toOutside(address),
    });
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
  isLoading = (): boolean => !this.#isThere;
  forcefullyCrashRenderer(): void {
    this.#isThere = false;
    this.#tell('Page.crash');
  }
  /** One of Chromium's own editing commands. */
  edit(name: string): void {
    const key = { type: 'keyDown', key: 'Unidentified' } as const;
    this.#tell('Input.dispatchKeyEvent', { ...key, commands: [name] });
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
