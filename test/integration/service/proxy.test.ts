import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServiceTransport } from '../../../main/service/link.ts';
import type { ServiceProfile } from '../../../main/service/profile.ts';
import { type Authority, createAuthority, hasOpenssl } from './certificates.ts';
import {
  clientOf,
  hasty,
  json,
  keepLog,
  leaksIn,
  listen,
  profileWith,
  type Stand,
  serveHttp,
  serveHttps,
  serveTcp,
  standOf,
  submission,
} from './stand.ts';

type Tunnels = Stand & { readonly asked: { path: string; headers: IncomingMessage['headers'] }[] };

/**
 * A proxy that leads every tunnel to one port of this machine, whatever its name, or answers as
 * told.
 */
async function serveProxy(targetPort: number, refusal?: string): Promise<Tunnels> {
  const asked: Tunnels['asked'] = [];
  const server = createServer();
  server.on('connect', (request, client: Socket, head) => {
    asked.push({ path: request.url ?? '', headers: request.headers });
    client.on('error', () => {});
    if (refusal !== undefined) {
      client.end(refusal);
      return;
    }
    const target = connect(targetPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    target.on('error', () => client.destroy());
  });
  const port = await listen(server);
  return { ...standOf(server, port, 'http'), asked };
}

const password = 'pa:ss-canary';
const through = (port: number): ServiceTransport => ({
  environment: { HTTPS_PROXY: `http://us%40er:${encodeURIComponent(password)}@127.0.0.1:${port}` },
});
const authorization = Buffer.from(`us@er:${password}`).toString('base64');

async function sendThrough(transport: ServiceTransport, limits: Partial<ServiceProfile> = {}) {
  const log = keepLog();
  const outcome = await clientOf('https://service.invalid/api', {
    transport,
    log,
    profile: profileWith(limits),
  }).send(submission);
  const said = JSON.stringify(outcome) + log.lines.join();
  expect(leaksIn(said)).toEqual([]);
  for (const form of [password, encodeURIComponent(password), authorization])
    expect(said).not.toContain(form);
  return outcome;
}

async function deadPort(): Promise<number> {
  const server = await serveHttp(() => {});
  await server[Symbol.asyncDispose]();
  return server.port;
}

// holds H8
describe.skipIf(!hasOpenssl)('through a proxy', () => {
  let authority: Authority;
  let foreign: Authority;
  let target: Awaited<ReturnType<typeof serveHttps>>;

  beforeAll(async () => {
    authority = createAuthority('/CN=Service root');
    foreign = createAuthority('/O=Office inspection/CN=Inspector');
    target = await serveHttps(
      authority.issue('DNS:service.invalid,IP:127.0.0.1'),
      json(200, { result: 'correct' }),
    );
  });
  afterAll(async () => {
    await target[Symbol.asyncDispose]();
    authority[Symbol.dispose]();
    foreign[Symbol.dispose]();
  });

  test('the tunnel carries the request; the proxy sees neither key nor document', async () => {
    await using proxy = await serveProxy(target.port);
    const before = target.requests.length;
    const outcome = await sendThrough({ ...through(proxy.port), extraCa: authority.pem });
    expect(outcome).toMatchObject({ kind: 'answered', result: 'correct' });
    expect(target.requests.length - before).toBe(1);
    expect(proxy.asked).toHaveLength(1);
    expect(proxy.asked[0]).toMatchObject({
      path: 'service.invalid:443',
      headers: { 'proxy-authorization': `Basic ${authorization}` },
    });
    expect(leaksIn(JSON.stringify(proxy.asked))).toEqual([]);
    expect(JSON.stringify(target.requests)).not.toContain(authorization);
  });

  test('a proxy reached over TLS', async () => {
    await using inner = await serveProxy(target.port);
    await using outer = await serveTlsRelay(authority, inner.port);
    const transport = { proxy: `https://127.0.0.1:${outer.port}`, extraCa: authority.pem };
    expect(await sendThrough(transport)).toMatchObject({ kind: 'answered' });
    const stranger = { proxy: `https://127.0.0.1:${outer.port}` };
    expect(await sendThrough(stranger)).toMatchObject({
      kind: 'not_delivered',
      error: {
        code: 'connection_proxy',
        details: { reason: 'connection_tls', authority: 'CN=Service root' },
      },
    });
  });

  test('a proxy that decrypts TLS is reported with its authority', async () => {
    await using inspector = await serveHttps(foreign.issue('DNS:service.invalid'), json(200, {}));
    await using proxy = await serveProxy(inspector.port);
    expect(await sendThrough({ ...through(proxy.port), extraCa: authority.pem })).toMatchObject({
      kind: 'not_delivered',
      error: {
        code: 'connection_tls',
        details: {
          authority: 'O=Office inspection, CN=Inspector',
          proxy: `127.0.0.1:${proxy.port}`,
        },
      },
    });
    expect(inspector.requests).toEqual([]);
  });

  test.each([
    [
      'HTTP/1.1 407 x\r\nproxy-authenticate: Basic realm="x"\r\n\r\n',
      { reason: 'authentication_required', status: 407 },
    ],
    ['HTTP/1.1 403 x\r\ncontent-length: 2\r\n\r\nno', { reason: 'tunnel_refused', status: 403 }],
    ['HTTP/1.1 502 x\r\n\r\n', { reason: 'tunnel_refused', status: 502 }],
    ['', { reason: 'UND_ERR_SOCKET' }],
  ])('a proxy that answers %j', async (refusal, details) => {
    await using proxy = await serveProxy(target.port, refusal);
    expect(await sendThrough(through(proxy.port))).toMatchObject({
      kind: 'not_delivered',
      error: { code: 'connection_proxy', details },
    });
    expect(proxy.asked).toHaveLength(1);
  });

  test('the next proxy is tried only when one cannot be reached', async () => {
    await using live = await serveProxy(target.port);
    const dead = await deadPort();
    const answer = `PROXY 127.0.0.1:${dead}; SOCKS5 127.0.0.1:1; PROXY 127.0.0.1:${live.port}; DIRECT`;
    const transport = { resolveProxy: async () => answer, extraCa: authority.pem };
    expect(await sendThrough(transport)).toMatchObject({ kind: 'answered' });
    await using refusing = await serveProxy(target.port, 'HTTP/1.1 403 x\r\n\r\n');
    const before = live.asked.length;
    const second = {
      resolveProxy: async () => `PROXY 127.0.0.1:${refusing.port}; PROXY 127.0.0.1:${live.port}`,
    };
    expect(await sendThrough(second)).toMatchObject({
      error: { details: { reason: 'tunnel_refused' } },
    });
    expect(live.asked.length).toBe(before);
  });
});

/** TLS in front of a plain proxy. */
async function serveTlsRelay(authority: Authority, port: number): Promise<Stand> {
  const { createServer: createTlsServer } = await import('node:tls');
  const server = createTlsServer(authority.issue('IP:127.0.0.1'), (socket) => {
    const inner = connect(port, '127.0.0.1');
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
    socket.pipe(inner).pipe(socket);
  });
  server.on('tlsClientError', () => {});
  const own = await listen(server);
  return standOf(server, own, 'https');
}

describe('without a tunnel', () => {
  test('a proxy that does not run', async () => {
    expect(await sendThrough(through(await deadPort()))).toMatchObject({
      kind: 'not_delivered',
      error: { code: 'connection_proxy', details: { reason: 'connection_refused' } },
    });
  });

  test('a proxy that does not answer', async () => {
    await using proxy = await serveTcp(() => {});
    expect(await sendThrough(through(proxy.port), hasty)).toMatchObject({
      kind: 'not_delivered',
      error: { code: 'connection_timeout' },
    });
  });

  test.each([
    ['a kind that cannot be used', async () => 'SOCKS5 127.0.0.1:1080', 'unsupported'],
    ['an answer without sense', async () => '', 'unsupported'],
    ['a resolver that fails', () => Promise.reject(new Error('x')), 'not_resolved'],
    [
      'a resolver that fails at once',
      () => {
        throw new Error('x');
      },
      'not_resolved',
    ],
  ])('%s', async (_name, resolveProxy, reason) => {
    expect(await sendThrough({ resolveProxy })).toMatchObject({
      kind: 'not_delivered',
      error: { code: 'connection_proxy', details: { reason } },
    });
  });

  test('this machine is never reached through a proxy', async () => {
    await using proxy = await serveProxy(1);
    await using server = await serveHttp(json(200, { result: 'correct' }));
    const environment = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` };
    for (const transport of [
      { environment },
      { resolveProxy: () => Promise.reject(new Error('asked')) },
    ]) {
      expect(await clientOf(server.baseUrl, { transport }).send(submission)).toMatchObject({
        kind: 'answered',
      });
    }
    expect(proxy.asked).toEqual([]);
  });
});
