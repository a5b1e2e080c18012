import { isIP } from 'node:net';
import { ZubiError } from '../../contract/errors.ts';

/** The service's address, parsed once, so that no code joins strings into addresses. */
export interface ServiceAddress {
  readonly secure: boolean;
  /** Without brackets, also for IPv6. */
  readonly hostname: string;
  readonly port: number;
  /** `https://host:port`. */
  readonly origin: string;
  /** The address's path without its final slash; every endpoint's path follows it. */
  readonly basePath: string;
  /** Plain HTTP is allowed and no proxy is used. */
  readonly loopback: boolean;
}

/**
 * Whether a host name or address is this machine: 127.0.0.0/8, ::1, `localhost` and its subdomains.
 */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(host) === 4) return host.startsWith('127.');
  if (isIP(host) === 6) return host === '::1' || host.startsWith('::ffff:127.');
  return host === 'localhost' || host.endsWith('.localhost');
}

/**
 * Parses the base address of the service. Throws `connection_not_https` for anything but https, or
 * http on this machine; `invalid_input` for text that is no address, or has a user name, a query or
 * a fragment (a secret could hide there and reach a log).
 */
export function parseServiceAddress(baseUrl: string): ServiceAddress {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null) throw new ZubiError('invalid_input', { what: 'base_url' });
  const loopback = isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    throw new ZubiError('connection_not_https', { host: url.host });
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ZubiError('invalid_input', { what: 'base_url', host: url.host });
  }
  const secure = url.protocol === 'https:';
  return {
    secure,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    origin: url.origin,
    basePath: url.pathname.replace(/\/+$/, ''),
    loopback,
  };
}

/** The address as it is stored. */
export const toBaseUrl = ({ origin, basePath }: ServiceAddress): string => `${origin}${basePath}`;
