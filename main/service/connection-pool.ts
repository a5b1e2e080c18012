import type { SecureContext } from 'node:tls';
import { Client } from 'undici';
import { ZubiError } from '../../contract/errors.ts';
import type { ServiceAddress } from './address.ts';
import { openConnection } from './connector.ts';
import { findRoutes, type ProxySettings } from './proxy.ts';

interface PoolOptions {
  readonly address: ServiceAddress;
  readonly proxy: ProxySettings;
  readonly trust: () => Promise<SecureContext>;
  readonly timeouts: {
    readonly connectMs: number;
    readonly headersMs: number;
    readonly bodyMs: number;
  };
  readonly maxAnswerBytes: number;
}

/** Longest idle time of a connection; servers close after five seconds and more. */
const maxIdleMs = 1000;
/** By then a server that closed right after its answer has been heard. */
const shortestIdleMs = 5;

interface Moment {
  readonly steadyMs: number;
  readonly wallMs: number;
}

const now = (): Moment => ({ steadyMs: performance.now(), wallMs: Date.now() });

/**
 * The larger of two clocks: the steady one stops during some computers' sleep, the other may be
 * set.
 */
function msSince({ steadyMs, wallMs }: Moment): number {
  const at = now();
  return Math.max(at.steadyMs - steadyMs, Math.abs(at.wallMs - wallMs));
}

/**
 * Connections to the service. Each carries one request at a time, and the next one within a second
 * of a whole answer, so that a batch does not shake hands for each file. A connection known to be
 * closed, or idle for longer, is not reused. The other side may still close it in the moment it is
 * reused: then another may be opened if no byte of the request has left; if one has, the outcome is
 * unknown. A connection never reconnects.
 */
export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #maxIdle: number;
  /**
   * Idle connections, longest first, with their time of release; and those idle long enough for
   * reuse.
   */
  readonly #idle = new Map<Client, Moment>();
  readonly #ready = new Set<Client>();
  #closed = false;

  /** Keeps at most `maxIdle` unused connections. */
  constructor(options: PoolOptions, maxIdle: number) {
    this.#options = options;
    this.#maxIdle = maxIdle;
  }

  get maxAnswerBytes(): number {
    return this.#options.maxAnswerBytes;
  }

  /** An idle connection that is good as far as is known; null when there is none. */
  takeIdle(): Client | null {
    for (const client of this.#ready) {
      const since = this.#idle.get(client);
      this.#ready.delete(client);
      this.#idle.delete(client);
      // Its own timer may fire late: a busy thread, a sleeping computer.
      if (client.stats.connected && since && msSince(since) <= maxIdleMs) return client;
      void client.destroy();
    }
    return null;
  }

  /** A new connection, which connects once, with its first request, until `signal` aborts. */
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
      keepAliveTimeout: maxIdleMs,
      keepAliveMaxTimeout: maxIdleMs,
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

  /** Call it after a whole answer; after anything else the user destroys the connection. */
  release(client: Client): void {
    if (this.#closed || this.#idle.size >= this.#maxIdle) return void client.destroy();
    this.#idle.set(client, now());
    // Events of the network are handled after the wait, however busy this thread was: a closed
    // connection is known by then.
    const makeReady = () => this.#idle.has(client) && this.#ready.add(client);
    setTimeout(() => setImmediate(makeReady), shortestIdleMs).unref();
  }

  close(): void {
    this.#closed = true;
    for (const client of this.#idle.keys()) void client.destroy();
    this.#idle.clear();
    this.#ready.clear();
  }
}
