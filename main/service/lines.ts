import type { SecureContext } from 'node:tls';
import { Client } from 'undici';
import { ZubiError } from '../../contract/errors.ts';
import type { ServiceAddress } from './address.ts';
import { openConnection } from './connector.ts';
import { findRoutes, type ProxySettings } from './proxy.ts';

export interface LineOptions {
  readonly address: ServiceAddress;
  readonly proxy: ProxySettings;
  readonly trust: () => SecureContext;
  readonly timeouts: { readonly connectMs: number; readonly headersMs: number; readonly bodyMs: number };
  readonly maxAnswerBytes: number;
}

/** Longest that a line waits for the next request; servers wait five seconds and more. */
const longestRestMs = 1000;
/** A server that closes right after its answer without saying so is heard by then. */
const shortestRestMs = 5;

interface Moment {
  readonly steadyMs: number;
  readonly wallMs: number;
}

const now = (): Moment => ({ steadyMs: performance.now(), wallMs: Date.now() });

/** By the clock that says more: the steady one stands still while some computers sleep, the other may be set. */
function msSince({ steadyMs, wallMs }: Moment): number {
  const at = now();
  return Math.max(at.steadyMs - steadyMs, Math.abs(at.wallMs - wallMs));
}

/**
 * Connections to the service. A line carries one request at a time; the next one within a second of a whole answer, so that a batch does not shake hands for each file. One that is known to be
 * closed, or has rested longer, is not given out. What may happen all the same is that the other side gives it up while it is taken: then whoever took it may open another as long as no byte of the
 * request has left, and one that had begun to leave is lost with its line, its outcome unknown. A line itself connects once.
 */
export class Lines {
  readonly #options: LineOptions;
  readonly #most: number;
  /** Those that rest, the first that did so first, each with the beginning of its rest; and of these, those that have rested long enough. */
  readonly #resting = new Map<Client, Moment>();
  readonly #ready = new Set<Client>();
  #closed = false;

  /** `most` of them rest at a time. */
  constructor(options: LineOptions, most: number) {
    this.#options = options;
    this.#most = most;
  }

  /** One that has rested, and is good as far as is known; null when there is none. */
  takeRested(): Client | null {
    for (const client of this.#ready) {
      const since = this.#resting.get(client);
      this.#ready.delete(client);
      this.#resting.delete(client);
      // Its own timer may come late: a thread that was busy, a computer that slept.
      if (client.stats.connected && since && msSince(since) <= longestRestMs) return client;
      void client.destroy();
    }
    return null;
  }

  /** A new one, which connects once, with its first request, until `signal` says otherwise. */
  open(signal: AbortSignal): Client {
    const { address, proxy, trust, timeouts, maxAnswerBytes } = this.#options;
    let used = false;
    const connect = async () => {
      if (used) throw new ZubiError('connection_lost', { host: address.origin, reason: 'closed' });
      used = true;
      const routes = await findRoutes(address, proxy);
      return openConnection(address, routes, { trust, signal, connectMs: timeouts.connectMs });
    };
    return new Client(address.origin, {
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: longestRestMs,
      keepAliveMaxTimeout: longestRestMs,
      headersTimeout: timeouts.headersMs,
      bodyTimeout: timeouts.bodyMs,
      maxResponseSize: maxAnswerBytes,
      connect: (_options, callback) => {
        connect().then(
          (socket) => callback(null, socket),
          (error: unknown) => callback(error as Error, null),
        );
      },
    });
  }

  /** To be called after a whole answer; a line that met anything else is destroyed by whoever has it. */
  rest(client: Client): void {
    if (this.#closed || this.#resting.size >= this.#most) return void client.destroy();
    this.#resting.set(client, now());
    // After the wait comes a look at the network, however long this thread was busy: what has closed is known then.
    const makeReady = () => this.#resting.has(client) && this.#ready.add(client);
    setTimeout(() => setImmediate(makeReady), shortestRestMs).unref();
  }

  close(): void {
    this.#closed = true;
    for (const client of this.#resting.keys()) void client.destroy();
    this.#resting.clear();
    this.#ready.clear();
  }
}
