import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** Answers of the DevTools protocol are read where they are used. */
// biome-ignore lint/suspicious/noExplicitAny: the protocol has no types of its own here
export type Answer = any;

interface Waiting {
  resolve(result: Answer): void;
  reject(error: Error): void;
}

/**
 * Chromium and its DevTools protocol over a pipe: it ends when we do. It also opens a port, for the
 * test that looks at its pages.
 */
export class Chromium {
  readonly #child: ChildProcess;
  readonly #toPage: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #events = new EventEmitter().setMaxListeners(0);
  #lastId = 0;
  #buffered = '';
  readonly endpoint: string;

  private constructor(child: ChildProcess, endpoint: string) {
    this.#child = child;
    this.#toPage = child.stdio[3] as Writable;
    this.endpoint = endpoint;
    this.#toPage.on('error', () => undefined);
    (child.stdio[4] as Readable).setEncoding('utf8').on('data', (text: string) => {
      const parts = (this.#buffered + text).split('\0');
      this.#buffered = parts.pop() ?? '';
      for (const part of parts) this.#take(JSON.parse(part));
    });
  }

  static async launch(profile: string): Promise<Chromium> {
    rmSync(join(profile, 'DevToolsActivePort'), { force: true });
    const isRoot = process.getuid?.() === 0;
    const args = [
      ...(isRoot ? ['--no-sandbox'] : []),
      ...[
        '--headless=new',
        '--no-first-run',
        '--no-startup-window',
        '--disable-gpu',
        '--mute-audio',
      ],
      ...['--remote-debugging-pipe', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
      ...['--disable-background-networking', '--disable-component-update', '--no-proxy-server'],
      ...['--password-store=basic', '--lang=es', '--disable-features=MediaRouter'],
    ];
    const child = spawn(process.env.CHROMIUM_PATH || '/usr/bin/chromium', args, {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    const said = child.stderr as Readable;
    const endpoint = await new Promise<string>((resolve, reject) => {
      let words = '';
      said.setEncoding('utf8').on('data', (text: string) => {
        words += text;
        const address = /DevTools listening on (ws:\S+)/.exec(words)?.[1];
        if (address !== undefined) resolve(address);
      });
      child.once('exit', (code) => reject(new Error(`Chromium ended (${code}): ${words}`)));
    });
    return new Chromium(child, endpoint);
  }

  #take(message: Answer): void {
    if (message.id === undefined) {
      this.#events.emit(`${message.sessionId ?? ''}:${message.method}`, message.params);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new Error(message.error.message));
    else waiting?.resolve(message.result);
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Answer> {
    this.#lastId += 1;
    const message = JSON.stringify({ id: this.#lastId, method, params, sessionId });
    const sent = Promise.withResolvers<Answer>();
    this.#waiting.set(this.#lastId, sent);
    this.#toPage.write(`${message}\0`);
    return sent.promise;
  }

  on(method: string, listener: (params: Answer) => void, sessionId = ''): void {
    this.#events.on(`${sessionId}:${method}`, listener);
  }

  /** Ends it, and waits until its files are closed. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.send('Browser.close').catch(() => undefined);
    await ended;
  }
}
