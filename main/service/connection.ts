import { Client } from 'undici';
import { ZubiError } from '../../contract/errors.ts';
import { type HttpSettings, openSocket } from './connector.ts';

/**
 * A client for one request: it connects when that begins, unless `deadline` aborts, and never
 * again. A second request could meet a server that is closing it: that outcome would be unknown.
 */
export function createClientForOne(settings: HttpSettings, deadline: AbortSignal): Client {
  const { address, timeouts, maxAnswerBytes } = settings;
  let used = false;
  const connect = async () => {
    if (used) throw new ZubiError('connection_lost', { host: address.origin, reason: 'closed' });
    used = true;
    return openSocket(settings, deadline);
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
