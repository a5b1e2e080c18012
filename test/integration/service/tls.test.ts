import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Authority, createAuthority, hasOpenssl, type Pair } from './certificates.ts';
import {
  clientOf,
  hasty,
  json,
  keepLog,
  keys,
  leaksIn,
  profileWith,
  serveHttp,
  serveHttps,
  serveTcp,
  submission,
} from './stand.ts';

const accepted = json(200, { result: 'correct' });

// holds H5
describe.skipIf(!hasOpenssl)('TLS', () => {
  let ours: Authority;
  let foreign: Authority;

  beforeAll(() => {
    ours = createAuthority('/O=Zubi tests/CN=Our root');
    foreign = createAuthority('/O=Office inspection/CN=Foreign root');
  });
  afterAll(() => {
    ours[Symbol.dispose]();
    foreign[Symbol.dispose]();
  });

  const trusting = () => ({ transport: { environment: {}, extraCa: ours.pem } });

  test('a configured authority besides those of the machine is enough', async () => {
    await using server = await serveHttps(ours.issue('DNS:localhost'), accepted);
    expect(await clientOf(server.baseUrl, trusting()).send(submission)).toMatchObject({
      kind: 'answered',
    });
    expect(server.requests).toHaveLength(1);
  });

  test('a large document arrives whole, and reports its progress', async () => {
    await using server = await serveHttps(ours.issue('DNS:localhost'), accepted);
    const document = randomBytes(5_000_001);
    const shares: number[] = [];
    const outcome = await clientOf(server.baseUrl, trusting()).send({
      ...submission,
      xml: document,
      onSent: (share) => shares.push(share),
    });
    expect(outcome).toMatchObject({ kind: 'answered' });
    expect(shares).toHaveLength(7);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBe(1);
    expect(server.requests[0]?.body.includes(document.toString('base64'))).toBe(true);
  });

  test.each<
    [
      string,
      () => Pair & { maxVersion?: 'TLSv1.1'; minVersion?: 'TLSv1'; ciphers?: string },
      object,
    ]
  >([
    [
      'an unknown authority',
      () => foreign.issue('DNS:localhost'),
      { reason: 'SELF_SIGNED_CERT_IN_CHAIN', authority: 'O=Office inspection, CN=Foreign root' },
    ],
    [
      'an expired certificate',
      () => ours.issue('DNS:localhost', { from: '20200101000000Z', until: '20200102000000Z' }),
      { reason: 'CERT_HAS_EXPIRED', authority: 'O=Zubi tests, CN=Our root' },
    ],
    [
      'a certificate that is not valid yet',
      () => ours.issue('DNS:localhost', { from: '20480101000000Z', until: '20490101000000Z' }),
      { reason: 'CERT_NOT_YET_VALID' },
    ],
    [
      'another host',
      () => ours.issue('DNS:elsewhere.invalid'),
      { reason: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    ],
    [
      'TLS 1.1',
      () => ({
        ...ours.issue('DNS:localhost'),
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      }),
      {},
    ],
  ])('%s: surely not delivered, with its cause', async (_fault, certificate, details) => {
    await using server = await serveHttps(certificate(), accepted);
    const log = keepLog();
    const outcome = await clientOf(server.baseUrl, { ...trusting(), log }).send(submission);
    expect(outcome).toMatchObject({
      kind: 'not_delivered',
      raw: null,
      error: { code: 'connection_tls', details },
    });
    expect(leaksIn(JSON.stringify(outcome) + log.lines.join())).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  test('the server that is refused speaks TLS 1.1 only, and TLS 1.2 is enough', async () => {
    const old = {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    } as const;
    await using server = await serveHttps({ ...ours.issue('DNS:localhost'), ...old }, accepted);
    const socket = connect({ ...old, host: 'localhost', port: server.port, ca: ours.pem });
    await once(socket, 'secureConnect');
    expect(socket.getProtocol()).toBe('TLSv1.1');
    socket.destroy();
    const enough = { ...ours.issue('DNS:localhost'), maxVersion: 'TLSv1.2' } as const;
    await using other = await serveHttps(enough, accepted);
    expect(await clientOf(other.baseUrl, trusting()).send(submission)).toMatchObject({
      kind: 'answered',
    });
  });

  test('the environment variable that disables the check has no effect', async () => {
    await using server = await serveHttps(foreign.issue('DNS:localhost'), accepted);
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const outcome = await clientOf(server.baseUrl, trusting()).send(submission);
      expect(outcome).toMatchObject({ kind: 'not_delivered', error: { code: 'connection_tls' } });
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
    expect(server.requests).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')(
    'an authority trusted by the machine is trusted',
    async () => {
      const answer = json(200, { data: [{ id: 'b', name: 'Bizkaia' }] });
      await using server = await serveHttps(ours.issue('DNS:localhost'), answer);
      const script = `
      const { createServiceClient } = await import(process.argv[1] + '/main/service/client.ts');
      const { defaultServiceProfile } = await import(process.argv[1] + '/main/service/profile.ts');
      const { Secret } = await import(process.argv[1] + '/main/platform/secrets/secret.ts');
      const log = { info() {}, warn() {}, error() {} };
      const options = { baseUrl: process.argv[2], profile: defaultServiceProfile(), transport: {}, log };
      const territories = createServiceClient(options).territories(new Secret('key-of-a-user'));
      console.log(await territories.then(() => 'trusted', (error) => error.code));
    `;
      const ask = async (env: NodeJS.ProcessEnv): Promise<string> => {
        const root = new URL('../../../', import.meta.url).href.replace(/\/$/, '');
        const args = ['--input-type=module', '-e', script, root, server.baseUrl];
        return (await promisify(execFile)(process.execPath, args, { env })).stdout.trim();
      };
      expect(await ask({ ...process.env, SSL_CERT_FILE: ours.file })).toBe('trusted');
      expect(await ask({ ...process.env, SSL_CERT_FILE: foreign.file })).toBe('connection_tls');
    },
  );
});

describe('before any certificate', () => {
  test('a server that does not speak TLS', async () => {
    await using server = await serveHttp(accepted);
    const outcome = await clientOf(`https://localhost:${server.port}`).send(submission);
    expect(outcome).toMatchObject({ kind: 'not_delivered', error: { code: 'connection_tls' } });
  });

  test('a server that does not answer', async () => {
    await using server = await serveTcp(() => {}, 'https');
    const outcome = await clientOf(server.baseUrl, { profile: profileWith(hasty) }).send(
      submission,
    );
    expect(outcome).toMatchObject({ kind: 'not_delivered', error: { code: 'connection_timeout' } });
    expect(server.seen.connections).toBe(1);
  });

  test('a port where no program listens', async () => {
    const { baseUrl } = await serveHttp(accepted).then(async (server) => {
      await server[Symbol.asyncDispose]();
      return server;
    });
    const outcome = await clientOf(baseUrl).send(submission);
    expect(outcome).toMatchObject({ kind: 'not_delivered', error: { code: 'connection_refused' } });
  });

  test('a name that does not exist', async () => {
    const outcome = await clientOf('https://service.invalid').send(submission);
    expect(outcome).toMatchObject({ kind: 'not_delivered', error: { code: 'connection_dns' } });
  });

  test.each([
    'http://service.example',
    'ftp://localhost',
    'http://10.0.0.1:80',
    'http://localhost.evil.example',
  ])('%s is not used at all', (baseUrl) => {
    expect(() => clientOf(baseUrl)).toThrow(
      expect.objectContaining({ code: 'connection_not_https' }),
    );
  });

  test.each(['https://a:b@service.example', 'https://service.example?key=1', 'no address'])(
    '%s is no base address',
    (baseUrl) =>
      expect(() => clientOf(baseUrl)).toThrow(expect.objectContaining({ code: 'invalid_input' })),
  );

  test('a total deadline ends a connection attempt too', async () => {
    await using server = await serveTcp(() => {}, 'https');
    const { timeouts } = profileWith({});
    const profile = profileWith({ timeouts: { ...timeouts, otherTotalMs: 300 } });
    const client = clientOf(server.baseUrl, { profile });
    await expect(client.territories(keys.user)).rejects.toMatchObject({
      code: 'connection_timeout',
    });
  });
});
