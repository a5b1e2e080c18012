import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { Client } from 'undici';
import { type Json, ZubiError } from '../../contract/errors.ts';
import { isLoopbackHost, type ServiceAddress } from './address.ts';
import { watchCertificate } from './certificates.ts';
import { systemCode, toConnectError } from './connection-errors.ts';
import type { ServiceProfile } from './profile.ts';
import { findRoutes, type ProxySettings, type Route } from './proxy.ts';

type ProxyRoute = Extract<Route, { kind: 'proxy' }>;
type Place = Pick<ServiceAddress, 'hostname' | 'port'>;

/** What the connections of a client have in common. */
export interface HttpSettings {
  readonly address: ServiceAddress;
  readonly proxy: ProxySettings;
  readonly trust: () => Promise<SecureContext>;
  readonly timeouts: Pick<ServiceProfile['timeouts'], 'connectMs' | 'headersMs' | 'bodyMs'>;
  readonly maxAnswerBytes: number;
}

/** One attempt on one route. */
interface Attempt {
  /** Null without TLS. */
  readonly context: SecureContext | null;
  readonly signal: AbortSignal;
}

/**
 * Opens a new connection to the service, trying the routes in order; the next one only when a proxy
 * could not be reached. `deadline` aborts it. Nothing of a request has left when this fails, so
 * each of its errors (a `ZubiError`) means: surely not delivered.
 */
export async function openSocket(
  { address, proxy, trust, timeouts }: HttpSettings,
  deadline: AbortSignal,
): Promise<Socket> {
  const routes = await findRoutes(address, proxy);
  // Before the connection's time limit starts: this machine may take long.
  const context = address.secure ? await trust() : null;
  let failure: ZubiError | null = null;
  for (const route of routes) {
    const signal = AbortSignal.any([deadline, AbortSignal.timeout(timeouts.connectMs)]);
    const attempt = { context, signal };
    try {
      return route.kind === 'direct'
        ? await openDirect(address, attempt)
        : await openThroughProxy(address, route, attempt);
    } catch (error) {
      failure = toConnectError(error, { host: hostOf(address) });
      if (failure.details.proxyUnreachable !== true || deadline.aborted) throw failure;
    }
  }
  throw failure ?? new ZubiError('connection_proxy', { reason: 'unsupported' });
}

function hostOf(place: Place): string {
  return isIP(place.hostname) === 6
    ? `[${place.hostname}]:${place.port}`
    : `${place.hostname}:${place.port}`;
}

async function openDirect(address: ServiceAddress, options: Attempt): Promise<Socket> {
  const socket = await openTcp(address, options.signal);
  if (address.secure) return secure(socket, address, options, { host: hostOf(address) });
  // The machine's resolver decides what `localhost` is: keys leave in the clear only when it really
  // is this machine.
  const { remoteAddress } = socket;
  if (remoteAddress !== undefined && isLoopbackHost(remoteAddress)) return socket;
  socket.destroy();
  if (remoteAddress === undefined)
    throw new ZubiError('connection_lost', { host: hostOf(address), reason: 'closed' });
  throw new ZubiError('connection_not_https', { host: hostOf(address) });
}

async function openThroughProxy(
  address: ServiceAddress,
  proxy: ProxyRoute,
  options: Attempt,
): Promise<Socket> {
  if (!address.secure) throw new ZubiError('connection_not_https', { host: hostOf(address) });
  const hop = await reachProxy(proxy, options);
  const tunnel = await openTunnel(hop, address, proxy, options.signal);
  return secure(tunnel, address, options, { host: hostOf(address), proxy: hostOf(proxy) });
}

async function reachProxy(proxy: ProxyRoute, options: Attempt): Promise<Socket> {
  try {
    const socket = await openTcp(proxy, options.signal);
    return proxy.secure ? await secure(socket, proxy, options, { host: hostOf(proxy) }) : socket;
  } catch (error) {
    const { code, details } = toConnectError(error, {});
    const certificate = { subject: details.subject ?? null, authority: details.authority ?? null };
    throw new ZubiError('connection_proxy', {
      proxy: hostOf(proxy),
      reason: code,
      proxyUnreachable: true,
      ...(code === 'connection_tls' ? certificate : {}),
    });
  }
}

/**
 * Asks the proxy for a tunnel. Only the status of its answer is kept: the rest may quote our
 * credentials.
 */
async function openTunnel(
  hop: Socket,
  address: ServiceAddress,
  proxy: ProxyRoute,
  signal: AbortSignal,
): Promise<Socket> {
  let unused: Socket | null = hop;
  const client = new Client(`http://${hostOf(proxy)}`, {
    allowH2: false,
    connect: (_options, callback) => {
      const socket = unused;
      unused = null;
      const closed = new ZubiError('connection_proxy', { proxy: hostOf(proxy), reason: 'closed' });
      // undici misses an answer that comes before its own call has returned.
      queueMicrotask(() => (socket ? callback(null, socket) : callback(closed, null)));
    },
  });
  const abort = (): void => void client.destroy(asError(signal.reason));
  signal.addEventListener('abort', abort, { once: true });
  try {
    const host = hostOf(address);
    const authorization =
      proxy.authorization === null ? {} : { 'proxy-authorization': proxy.authorization };
    const answer = await client.connect({ path: host, headers: { host, ...authorization } });
    if (answer.statusCode === 200) return answer.socket as Socket;
    answer.socket.on('error', () => {}).destroy();
    const reason = answer.statusCode === 407 ? 'authentication_required' : 'tunnel_refused';
    throw new ZubiError('connection_proxy', {
      proxy: hostOf(proxy),
      reason,
      status: answer.statusCode,
    });
  } catch (error) {
    hop.destroy();
    if (error instanceof ZubiError || signal.aborted) throw error;
    throw new ZubiError('connection_proxy', { proxy: hostOf(proxy), reason: systemCode(error) });
  } finally {
    signal.removeEventListener('abort', abort);
    void client.destroy();
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted');
}

function openTcp(place: Place, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({
    host: place.hostname,
    port: place.port,
    noDelay: true,
    keepAlive: true,
  });
  return settle(socket, 'connect', signal);
}

/** TLS over an open socket. The error of a refused certificate names its host and its authority. */
async function secure(
  below: Socket,
  place: Place,
  options: Attempt,
  details: Readonly<Record<string, Json>>,
): Promise<Socket> {
  const socket = connectTls({
    socket: below,
    host: place.hostname,
    servername: isIP(place.hostname) === 0 ? place.hostname : '',
    ...(options.context === null ? {} : { secureContext: options.context }),
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
  });
  const shown = watchCertificate(socket);
  try {
    return await settle(socket, 'secureConnect', options.signal);
  } catch (error) {
    below.destroy();
    if (options.signal.aborted) throw error;
    throw new ZubiError('connection_tls', { ...details, reason: systemCode(error), ...shown() });
  }
}

/** Waits until a socket is ready; destroys it on failure or abort. */
function settle(
  socket: Socket,
  ready: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const finish = (error: unknown): void => {
      signal.removeEventListener('abort', abort);
      socket.off('error', finish).off('close', closed);
      // Until undici adds its own listeners nobody listens, and an error without a listener ends
      // the process.
      socket.on('error', () => {});
      if (error === null) resolve(socket);
      else reject(error);
      if (error !== null) socket.destroy();
    };
    const abort = (): void => finish(signal.reason);
    const closed = (): void => finish(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    socket.once(ready, () => finish(null));
    socket.on('error', finish).on('close', closed);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
