import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { resolve as absolute } from 'node:path';
import type { TakenFile } from '../../../contract/client.ts';
import { type Reply, ZubiError } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { App } from '../../app-options.ts';
import { jsonLines, type Lines } from './lines.ts';
import { isProof, prove, readSecret, relayAddress } from './place.ts';

/** The core of another process, as far as a command needs it. */
export type RelayedApp = Pick<App, 'call' | 'takeFile' | 'subscribe' | 'idle' | 'close'>;

/** Longest time between a call and the first line of its answer. */
const greetingMs = 3000;

/**
 * Reaches the process that owns a data folder; null where there is none, or where it cannot prove
 * that it may read the folder.
 */
export async function connectRelay(dataFolder: string): Promise<RelayedApp | null> {
  const address = relayAddress(dataFolder);
  const secret = readSecret(dataFolder);
  if (address === null || secret === null) return null;
  const socket = connect(address);
  const guest = new Guest(socket, secret);
  return (await guest.greet()) ? guest : null;
}

class Guest implements RelayedApp {
  readonly #socket: Socket;
  readonly #secret: string;
  readonly #lines: Lines;
  readonly #asked = new Map<number, (reply: Reply<unknown>) => void>();
  readonly #listeners = new Set<(event: AppEvent) => void>();
  readonly #challenge = randomBytes(16).toString('hex');
  readonly #welcome = Promise.withResolvers<boolean>();
  /** Whether the other side has proved itself: before that nothing else counts. */
  #isOwner = false;
  #next = 0;

  constructor(socket: Socket, secret: string) {
    this.#socket = socket;
    this.#secret = secret;
    this.#lines = jsonLines(socket, (value) => this.#take(value));
    socket.on('close', () => this.#lost());
  }

  async greet(): Promise<boolean> {
    using _timer = setTimeout(() => this.#socket.destroy(), greetingMs);
    this.#lines.send({ challenge: this.#challenge });
    return await this.#welcome.promise;
  }

  call(method: string, input: unknown): Promise<Reply<unknown>> {
    return this.#ask({ ask: 'call', method, input });
  }

  takeFile(file: Parameters<App['takeFile']>[0]): Promise<Reply<TakenFile>> {
    const { name } = file;
    const content =
      'bytes' in file
        ? { content: Buffer.from(file.bytes).toString('base64') }
        : { path: absolute(file.path) };
    return this.#ask({ ask: 'takeFile', name, ...content }) as Promise<Reply<TakenFile>>;
  }

  subscribe(listener: (event: AppEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async idle(): Promise<void> {
    await this.#ask({ ask: 'idle' });
  }

  async close(): Promise<void> {
    this.#socket.end();
  }

  #ask(request: object): Promise<Reply<unknown>> {
    if (this.#socket.destroyed) return Promise.resolve(hostLost);
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      this.#lines.send({ id, ...request });
    });
  }

  #take({ proof, challenge, welcome, event, id, reply }: Readonly<Record<string, unknown>>): void {
    if (!this.#isOwner) {
      this.#isOwner = isProof(proof, prove(this.#secret, 'owner', this.#challenge));
      if (!this.#isOwner) this.#socket.destroy();
      else this.#lines.send({ proof: prove(this.#secret, 'guest', String(challenge)) });
    } else if (welcome === true) {
      this.#lines.trust();
      this.#welcome.resolve(true);
    } else if (event !== undefined) {
      for (const listener of this.#listeners) listener(event as AppEvent);
    } else if (typeof id === 'number') {
      this.#asked.get(id)?.(reply as Reply<unknown>);
      this.#asked.delete(id);
    }
  }

  #lost(): void {
    this.#welcome.resolve(false);
    for (const resolve of this.#asked.values()) resolve(hostLost);
    this.#asked.clear();
  }
}

/** The window was closed in the middle: what was sent is in the history. */
const hostLost: Reply<never> = {
  ok: false,
  error: { code: 'connection_lost', details: { reason: 'host_lost' } },
};

export const isHostLost = (error: unknown): boolean =>
  error instanceof ZubiError && error.details.reason === 'host_lost';
