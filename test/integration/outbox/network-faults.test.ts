import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppOptions } from '../../../main/app-options.ts';
import { createServiceClient } from '../../../main/service/client.ts';
import type { ServiceTransport } from '../../../main/service/link.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { sampled } from '../../rounds.ts';
import { type Authority, createAuthority, hasOpenssl } from '../service/certificates.ts';
import { holdTime } from '../service/passing-time.ts';
import {
  json,
  keepLog,
  listen,
  type Stand,
  serveHttp,
  serveHttps,
  serveTcp,
  standOf,
} from '../service/stand.ts';
import { type Bureau, openBureau } from './bureau.ts';

/** The other target of submissions; readings still reach the sandbox. */
interface Elsewhere {
  readonly baseUrl: string;
  readonly transport?: ServiceTransport;
  readonly submissionTotalMs?: number;
}

async function openElsewhere(
  { baseUrl, transport = {}, submissionTotalMs = 180_000 }: Elsewhere,
  options: Partial<AppOptions> = {},
): Promise<Bureau> {
  const { timeouts, ...profile } = defaultServiceProfile();
  const make = (url: string, extra: ServiceTransport = {}) =>
    createServiceClient({
      baseUrl: url,
      profile: { ...profile, timeouts: { ...timeouts, submissionTotalMs } },
      transport: { environment: {}, ...extra },
      log: keepLog(),
    });
  return openBureau({
    ...options,
    createClient: (real) => {
      const here = make(real);
      const there = make(baseUrl, transport);
      const close = async () => void (await Promise.all([here.close(), there.close()]));
      return { ...here, send: there.send, close };
    },
  });
}

async function sendTwo(bureau: Bureau) {
  const ids = await bureau.send([await bureau.put(0), await bureau.put(0, { first: 10 })]);
  await bureau.app.idle();
  const [first = '', second = ''] = ids;
  const { submission, events } = await bureau.call('submissions.get', { id: first });
  const tries = events.filter(({ kind }) => kind === 'sending').length;
  const progress = await bureau.call('submissions.progress', {});
  expect((await bureau.sandbox.reached()).size).toBe(0);
  return { submission, tries, second: await bureau.stateOf(second), progress };
}

/** A fault that every file would meet: one has met it, the queue stops and keeps the rest. */
async function expectStandstill(bureau: Bureau, code: string): Promise<void> {
  const { submission, tries, second, progress } = await sendTwo(bureau);
  expect(submission).toMatchObject({ state: 'failed', answerCode: code });
  expect([tries, second]).toEqual([1, 'queued']);
  expect(progress).toMatchObject({
    paused: true,
    pausedBecause: code,
    queued: 1,
    failed: 1,
    sending: 0,
  });
}

// holds H2
describe.skipIf(!hasOpenssl)('TLS', () => {
  let authority: Authority;
  const answer = json(200, { result: 'correct' });
  beforeAll(() => {
    authority = createAuthority('/CN=Service root');
  });
  afterAll(() => authority[Symbol.dispose]());
  const day = (offset: number) => {
    const iso = new Date(Date.now() + offset * 86_400_000).toISOString();
    return `${iso.slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
  };

  it.each(
    sampled(
      [
        ['expired', 'DNS:localhost,IP:127.0.0.1', { from: day(-3), until: day(-1) }, true],
        ['not valid yet', 'DNS:localhost,IP:127.0.0.1', { from: day(1), until: day(2) }, true],
        ['of another host', 'DNS:elsewhere.invalid', undefined, true],
        ['of an unknown authority', 'DNS:localhost,IP:127.0.0.1', undefined, false],
      ] as const,
      2,
    ),
  )('a certificate that is %s', async (_name, names, validity, known) => {
    await using server = await serveHttps(authority.issue(names, validity), answer);
    const transport = known ? { extraCa: authority.pem } : {};
    await expectStandstill(
      await openElsewhere({ baseUrl: server.baseUrl, transport }),
      'connection_tls',
    );
    expect(server.requests).toEqual([]);
  });
});

describe('faults on the way', () => {
  it.each([
    [
      'a name that is not found',
      async () => ({ baseUrl: 'https://service.invalid' }),
      'connection_dns',
    ],
    [
      'a port where nobody listens',
      async () => ({ baseUrl: await deadAddress() }),
      'connection_refused',
    ],
    ['a proxy where nobody listens', async () => behind(await deadAddress()), 'connection_proxy'],
  ])(
    '%s is tried again; a command ends, a window keeps it queued',
    async (_name, elsewhere, code) => {
      const command = await openElsewhere(await elsewhere(), { face: 'command_line' });
      const { submission, tries } = await sendTwo(command);
      expect(submission).toMatchObject({ state: 'failed', answerCode: code });
      expect(tries).toBe(5);

      const window = await openElsewhere(await elsewhere());
      const [id = ''] = await window.send([await window.put(0)]);
      await expect
        .poll(async () => (await window.call('submissions.get', { id })).submission.attempts, {
          timeout: 60_000,
        })
        .toBeGreaterThan(5);
      expect(['queued', 'sending']).toContain(await window.stateOf(id));
      await window.call('submissions.pause', {});
      await window.app.idle();
      expect(await window.stateOf(id)).toBe('queued');
    },
  );

  it.each(sampled([407, 403, 502], 1))(
    'a proxy that answers %i stops the queue',
    async (status) => {
      await using proxy = await refusingProxy(status);
      await expectStandstill(
        await openElsewhere(behind(`http://127.0.0.1:${proxy.port}`)),
        'connection_proxy',
      );
    },
  );
});

describe('an answer without limit', () => {
  it('is cut off at a thousand million bytes, whatever memory it would need', async () => {
    let pouredBytes = 0;
    await using server = await serveHttp((_request, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': String(1e9),
      });
      const part = Buffer.alloc(1 << 20, 32);
      const pour = (): void => {
        for (
          let open = true;
          open && pouredBytes < 1e9 && !response.destroyed;
          pouredBytes += part.length
        ) {
          open = response.write(part);
        }
      };
      response.on('drain', pour);
      pour();
    });
    const before = process.memoryUsage().arrayBuffers;
    const bureau = await openElsewhere({ baseUrl: server.baseUrl });
    const { submission } = await sendTwo(bureau);
    expect(submission).toMatchObject({ state: 'unknown', answerCode: 'answer_too_large' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 << 20);
    expect(pouredBytes).toBeLessThan(4e8);
  });

  it('ends at the total time limit with one byte a second', async () => {
    await using server = await serveTcp((socket) => drip(socket));
    const { submissionTotalMs, passAtAnswer } = holdTime();
    const bureau = await openElsewhere({ baseUrl: server.baseUrl, submissionTotalMs });
    passAtAnswer();
    const [id = ''] = await bureau.send([await bureau.put(0)]);
    await bureau.app.idle();
    const { submission } = await bureau.call('submissions.get', { id });
    expect(submission).toMatchObject({ state: 'unknown', answerCode: 'connection_timeout' });
  });
});

function drip(socket: Socket): void {
  socket.on('data', () => {});
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n');
  const timer = setInterval(() => socket.write(' '), 1000);
  socket.on('close', () => clearInterval(timer));
}

const behind = (proxy: string): Elsewhere => ({
  baseUrl: 'https://service.invalid',
  transport: { proxy },
});

async function deadAddress(): Promise<string> {
  const server = await serveHttp(() => {});
  await server[Symbol.asyncDispose]();
  return `http://127.0.0.1:${server.port}`;
}

async function refusingProxy(status: number): Promise<Stand> {
  const server = createServer();
  server.on('connect', (_request: IncomingMessage, client: Socket) => {
    client.on('error', () => {});
    client.end(`HTTP/1.1 ${status} x\r\ncontent-length: 0\r\n\r\n`);
  });
  return standOf(server, await listen(server), 'http');
}
