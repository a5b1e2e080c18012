import type { IncomingMessage } from 'node:http';
import { Refusal } from './answer.ts';

const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;
const loopbackOrigin = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * Guards addresses without a key. Exactly one `Host` header names this machine (421 otherwise): a
 * foreign DNS name for 127.0.0.1 gets nothing. No foreign `Origin` (403): a web page in a browser
 * here cannot press the buttons.
 */
export function requireLoopback(request: IncomingMessage): void {
  const hosts = request.headersDistinct.host ?? [];
  if (hosts.length !== 1 || !loopbackHost.test(hosts[0] ?? '')) {
    throw new Refusal(421, 'Solo se atiende en la dirección local.');
  }
  const origin = request.headers.origin;
  if (origin !== undefined && !loopbackOrigin.test(origin)) {
    throw new Refusal(403, 'Solo se atiende a programas de esta máquina.');
  }
}
