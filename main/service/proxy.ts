import { ZubiError } from '../../contract/errors.ts';
import type { ServiceAddress } from './address.ts';

/** One way to the service. `authorization` is a whole header value and stays inside this folder. */
export type Route =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'proxy';
      readonly secure: boolean;
      readonly hostname: string;
      readonly port: number;
      readonly authorization: string | null;
    };

/** How the way to the service is found. Loopback is always direct. */
export interface ProxySettings {
  /**
   * A proxy's address, whatever the system says; `null` means none. Absent: `resolveProxy`, then
   * the environment.
   */
  readonly proxy?: string | null;
  /** The desktop's resolver: from an address to `PROXY host:port; DIRECT` and the like. */
  readonly resolveProxy?: (url: string) => Promise<string>;
  /** The source of HTTPS_PROXY and NO_PROXY; by default the process's own environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const direct: Route = { kind: 'direct' };

/**
 * The ways to the service in the order of trying; a later one only when the proxy before it could
 * not be reached.
 */
export async function findRoutes(
  address: ServiceAddress,
  settings: ProxySettings,
): Promise<readonly Route[]> {
  if (address.loopback) return [direct];
  if (settings.proxy !== undefined)
    return settings.proxy === null ? [direct] : [proxyRoute(settings.proxy)];
  const { resolveProxy } = settings;
  if (resolveProxy) {
    // The system's function may also throw at once.
    const ask = async () => resolveProxy(`${address.origin}/`);
    const answer = await ask().catch(() => {
      throw new ZubiError('connection_proxy', { reason: 'not_resolved' });
    });
    return parseResolvedProxies(answer);
  }
  return [environmentRoute(address, settings.environment ?? process.env)];
}

/**
 * Reads the answer of Chromium's resolver. Unsupported kinds (SOCKS) are left out; without any
 * other that is an error, never a silent direct way.
 */
export function parseResolvedProxies(answer: string): readonly Route[] {
  const entries = answer.split(';').map((entry) => entry.trim());
  const routes = entries.flatMap((entry): Route[] => {
    const [kind = '', place = ''] = entry.split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return [direct];
    if (['PROXY', 'HTTP'].includes(kind.toUpperCase())) return [proxyRoute(`http://${place}`)];
    return kind.toUpperCase() === 'HTTPS' ? [proxyRoute(`https://${place}`)] : [];
  });
  if (routes.length === 0) throw new ZubiError('connection_proxy', { reason: 'unsupported' });
  return routes;
}

/** A proxy's address as a route; its user name and password become a header. */
export function proxyRoute(address: string): Route {
  const text = address.includes('://') ? address : `http://${address}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.hostname === '')
    throw new ZubiError('connection_proxy', { reason: 'invalid_address' });
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ZubiError('connection_proxy', { reason: 'unsupported' });
  }
  const secure = url.protocol === 'https:';
  return {
    kind: 'proxy',
    secure,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    authorization: url.username === '' ? null : basicAuthorization(url),
  };
}

function basicAuthorization(url: URL): string {
  const plain = (part: string): string => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  };
  return `Basic ${Buffer.from(`${plain(url.username)}:${plain(url.password)}`).toString('base64')}`;
}

/**
 * The environment's proxy, read like undici's `EnvHttpProxyAgent`: small letters first, HTTP_PROXY
 * when HTTPS_PROXY is absent.
 */
function environmentRoute(
  address: ServiceAddress,
  env: Readonly<Record<string, string | undefined>>,
): Route {
  const plain = env.http_proxy ?? env.HTTP_PROXY;
  const secure = env.https_proxy ?? env.HTTPS_PROXY ?? plain;
  const chosen = address.secure ? secure : plain;
  if (!chosen || isExempt(address, env.no_proxy ?? env.NO_PROXY ?? '')) return direct;
  return proxyRoute(chosen);
}

/**
 * Whether NO_PROXY lists a host: `*`, a name and what ends in it, `*.name` for its subdomains only,
 * each with or without a port.
 */
export function isExempt(
  address: Pick<ServiceAddress, 'hostname' | 'port'>,
  noProxy: string,
): boolean {
  const host = address.hostname.toLowerCase().replace(/(.)\.$/, '$1');
  return noProxy.split(/[,\s]+/).some((entry) => {
    if (entry === '') return false;
    const { name, port } = splitPort(entry.toLowerCase());
    if (port !== null && port !== address.port) return false;
    if (name === '*') return true;
    const bare = name.replace(/^\*?\./, '').replace(/(.)\.$/, '$1');
    return (!name.startsWith('*') && host === bare) || host.endsWith(`.${bare}`);
  });
}

function splitPort(entry: string): { name: string; port: number | null } {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
  return { name: bracketed ?? plain ?? entry, port: port === undefined ? null : Number(port) };
}
