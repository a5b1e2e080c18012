import type { SecureContext } from 'node:tls';
import { Client } from 'undici';
import { ZubiError } from '../../contract/errors.ts';
import type { ServiceAddress } from './address.ts';
import { openConnection } from './connector.ts';
import { findRoutes, type ProxySettings } from './proxy.ts';

/** What the connections of a client have in common. */
export interface ConnectionOptions {
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

/**
 * A connection for one request: it connects when that begins, unless `signal` aborts, and never
 * again. A second request could meet a server that is closing it: that outcome would be unknown.
 */
export function createConnection(options: ConnectionOptions, signal: AbortSignal): Client {
  const { address, proxy, trust, timeouts, maxAnswerBytes } = options;
  let used = false;
  const connect = async () => {
    if (used) throw new ZubiError('connection_lost', { host: address.origin, reason: 'closed' });
    used = true;
    const routes = await findRoutes(address, proxy);
    return openConnection(address, routes, { trust, signal, connectMs: timeouts.connectMs });
  };
  return new Client(address.origin, {
    allowH2: false,
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
