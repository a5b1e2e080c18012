import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Answers of the DevTools protocol are parsed where they are used. */
// biome-ignore lint/suspicious/noExplicitAny: the protocol has no types of its own here
export type Answer = any;

const switches = [
  ...['--headless=new', '--no-first-run', '--no-startup-window', '--disable-gpu', '--mute-audio'],
  ...['--remote-debugging-pipe', '--remote-debugging-port=0', '--password-store=basic'],
  ...['--disable-background-networking', '--disable-component-update', '--no-proxy-server'],
  ...['--lang=es', '--disable-features=MediaRouter'],
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Chromium by its DevTools protocol. */
export class Chromium {
  /** Address of the protocol, for the test that looks at the pages. */
  readonly endpoint: string;
  readonly #child: ChildProcess;
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, PromiseWithResolvers<Answer>>();
  readonly #events = new EventEmitter().setMaxListeners(0);
  #lastId = 0;

  private constructor(child: ChildProcess, endpoint: string) {
    this.#child = child;
    this.endpoint = endpoint;
    this.#socket = new WebSocket(endpoint);
    this.#socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(data)));
  }

  static async launch(profile: string): Promise<Chromium> {
    const program = process.env.CHROMIUM_PATH || '/usr/bin/chromium';
    // Nobody writes to the last two pipes: Chromium ends when they close, so with this process.
    const child = spawn(program, [...switches, `--user-data-dir=${profile}`], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    const endpoint = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stderr as Readable }).on('line', (line) => {
        const [, address] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
        if (address !== undefined) resolve(address);
      });
      child.once('exit', (code) => reject(new Error(`Chromium ended (${code})`)));
    });
    const chromium = new Chromium(child, endpoint);
    await once(chromium.#socket, 'open');
    return chromium;
  }

  #take({ id, sessionId = '', method, params, error, result }: Answer): void {
    if (id === undefined) this.#events.emit(`${sessionId}:${method}`, params);
    else if (error) this.#answers.get(id)?.reject(new Error(error.message));
    else this.#answers.get(id)?.resolve(result);
    this.#answers.delete(id);
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Answer> {
    this.#lastId += 1;
    const answer = Promise.withResolvers<Answer>();
    this.#answers.set(this.#lastId, answer);
    this.#socket.send(JSON.stringify({ id: this.#lastId, method, params, sessionId }));
    return answer.promise;
  }

  on(method: string, listener: (params: Answer) => void, sessionId: string): void {
    this.#events.on(`${sessionId}:${method}`, listener);
  }

  /** Ends Chromium, and waits until its files are closed. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.send('Browser.close').catch(() => undefined);
    await ended;
  }
}
