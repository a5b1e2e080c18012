import type { SecureContext } from 'node:tls';
import { Client } from 'undici';
import { ZubiError } from '../../contract/errors.ts';
import type { ServiceAddress } from './address.ts';
import { openConnection } from './connector.ts';
import { findRoutes, type ProxySettings } from './proxy.ts';

export interface PoolOptions {
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

/** Longest that a connection waits for the next request; servers wait five seconds and more. */
const maxIdleMs = 1000;
/** A server that closes right after its answer without saying so is heard by then. */
const shortestIdleMs = 5;

interface Moment {
  readonly steadyMs: number;
  readonly wallMs: number;
}

const now = (): Moment => ({ steadyMs: performance.now(), wallMs: Date.now() });

/**
 * By the clock that says more: the steady one stands still while some computers sleep, the other
 * may be set.
 */
function msSince({ steadyMs, wallMs }: Moment): number {
  const at = now();
  return Math.max(at.steadyMs - steadyMs, Math.abs(at.wallMs - wallMs));
}

/**
 * Connections to the service. Each carries one request at a time, and the next one within a second
 * of a whole answer, so that a batch does not shake hands for each file. One that is known to be
 * closed, or has been idle for longer, is not given out. What may happen all the same is that the
 * other side gives it up while it is taken: then whoever took it may open another as long as no
 * byte of the request has left; one that had begun to leave is lost, its outcome unknown. A
 * connection never reconnects.
 */
export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #maxIdle: number;
  /**
   * The idle ones, longest first, each with when it was released; and of these, those that have
   * been idle long enough to be taken.
   */
  readonly #idle = new Map<Client, Moment>();
  readonly #ready = new Set<Client>();
  #closed = false;

  /** Keeps at most `maxIdle` connections that nobody uses. */
  constructor(options: PoolOptions, maxIdle: number) {
    this.#options = options;
    this.#maxIdle = maxIdle;
  }

  /** An idle one that is good as far as is known; null when there is none. */
  takeIdle(): Client | null {
    for (const client of this.#ready) {
      const since = this.#idle.get(client);
      this.#ready.delete(client);
      this.#idle.delete(client);
      // Its own timer may come late: a thread that was busy, a computer that slept.
      if (client.stats.connected && since && msSince(since) <= maxIdleMs) return client;
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

  /**
   * To be called after a whole answer; a connection that met anything else is destroyed by whoever
   * has it.
   */
  release(client: Client): void {
    if (this.#closed || this.#idle.size >= this.#maxIdle) return void client.destroy();
    this.#idle.set(client, now());
    // After the wait comes a look at the network, however long this thread was busy: what has
    // closed is known then.
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
