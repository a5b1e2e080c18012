import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import {
  canaries,
  clientOf,
  json,
  keys,
  leaksIn,
  profileWith,
  serveHttp,
  serveTcp,
  submission,
} from './stand.ts';

// holds H4
test('a flood is cut off at the limit, and little of it is kept', async () => {
  let poured = 0;
  await using server = await serveTcp((socket) => {
    const part = Buffer.alloc(1 << 20, 32);
    const pour = (): void => {
      while (!socket.destroyed && socket.write(part)) poured += part.length;
      poured += part.length;
    };
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n');
      socket.on('drain', pour);
      pour();
    });
  });
  const before = process.memoryUsage().arrayBuffers;
  const outcome = await clientOf(server.baseUrl).send(submission);
  expect(outcome).toMatchObject({
    kind: 'unknown',
    error: { code: 'answer_too_large' },
    raw: { status: 200 },
  });
  expect(outcome.raw?.body.byteLength).toBe(65_536);
  // 32 MiB and the content of the two sockets' buffers; without the limit this would never end.
  expect(poured).toBeLessThan(160 << 20);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(160 << 20);
});

test.each([
  ['with a key across the cut', 65_536, `${' '.repeat(65_536 - 20)}${canaries.client}`],
  ['full of keys', 20_000, `${canaries.client} `.repeat(1 << 13)],
])('no part of a key is kept of an answer that is cut, %s', async (_name, least, text) => {
  const { limits } = profileWith({});
  const profile = profileWith({ limits: { ...limits, maxAnswerBytes: 1 << 17 } });
  const body = text.padEnd(1 << 18);
  await using server = await serveHttp((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body),
  );
  const { raw } = await clientOf(server.baseUrl, { profile }).send(submission);
  expect(raw?.body.byteLength).toBeGreaterThanOrEqual(least);
  const kept = Buffer.from(raw?.body ?? []).toString();
  expect(leaksIn(kept)).toEqual([]);
  expect(kept).not.toContain(canaries.client.slice(0, 4));
});

test('the number of simultaneous requests never exceeds the limit of the profile', async () => {
  let running = 0;
  let most = 0;
  const waiting: ServerResponse[] = [];
  await using server = await serveHttp((request, response) => {
    running += 1;
    most = Math.max(most, running);
    waiting.push(response);
    if (waiting.length < 2) return;
    for (const each of waiting.splice(0)) {
      running -= 1;
      json(200, { result: 'correct' })(request, each as ServerResponse & typeof response);
    }
  });
  const client = clientOf(server.baseUrl, { profile: profileWith({ concurrency: 2 }) });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => client.send(submission)));
  expect(outcomes.map(({ kind }) => kind)).toEqual(Array(8).fill('answered'));
  expect([most, server.requests.length]).toEqual([2, 8]);
});

test('a closed client finishes current requests and sends nothing more', async () => {
  const arrived = Promise.withResolvers<ServerResponse>();
  await using server = await serveHttp((_request, response) => arrived.resolve(response));
  const client = clientOf(server.baseUrl, { profile: profileWith({ concurrency: 1 }) });
  const first = client.send(submission);
  const second = client.send(submission);
  const response = await arrived.promise;
  const closed = client.close();
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":"correct"}');
  await closed;
  expect(await first).toMatchObject({ kind: 'answered' });
  expect(await second).toMatchObject({ kind: 'not_delivered', error: { code: 'connection_lost' } });
  expect(server.requests).toHaveLength(1);
});

test('an invalid submission is refused before anything is sent', async () => {
  await using server = await serveHttp(json(200, { result: 'correct' }));
  const { limits } = profileWith({});
  const small = clientOf(server.baseUrl, {
    profile: profileWith({ limits: { ...limits, maxRequestBytes: 1024 } }),
  });
  expect(await small.send({ ...submission, xml: Buffer.alloc(1024) })).toMatchObject({
    kind: 'not_delivered',
    error: { code: 'too_large', details: { limitBytes: 1024 } },
  });
  const clientKey = new Secret('line\r\nx-injected: 1');
  const outcome = await clientOf(server.baseUrl).send({ ...submission, clientKey });
  expect(outcome).toMatchObject({ kind: 'not_delivered', error: { code: 'invalid_input' } });
  expect(JSON.stringify(outcome)).not.toContain('x-injected');
  await expect(clientOf(server.baseUrl).license(new Secret('ñ'))).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(server.requests).toEqual([]);
});

test('a read request is tried three times, a submission once', async () => {
  let answers = 0;
  await using server = await serveHttp((request, response) => {
    answers += 1;
    const last = answers % 3 === 0;
    json(
      last ? 200 : 503,
      { data: [{ id: 'b', name: 'Bizkaia' }] },
      { 'retry-after': '2' },
    )(request, response);
  });
  const waits: number[] = [];
  const pace = {
    now: () => 0,
    random: () => 0.5,
    sleep: async (ms: number) => void waits.push(ms),
  };
  const client = clientOf(server.baseUrl, { pace });
  expect(await client.territories(keys.user)).toEqual([{ id: 'b', name: 'Bizkaia' }]);
  expect([server.requests.length, waits]).toEqual([3, [2000, 2000]]);
  expect(await client.send(submission)).toMatchObject({ kind: 'unknown' });
  expect(server.requests).toHaveLength(4);
});

test('a reading that denies itself is refused, in the words of the service', async () => {
  const data = [{ id: 'b', name: 'Bizkaia' }];
  await using server = await serveHttp(json(200, { success: false, message: 'no', data }));
  const { territories, license } = clientOf(server.baseUrl);
  for (const read of [territories, license])
    await expect(read(keys.user)).rejects.toMatchObject({
      code: 'service_refused',
      details: { status: 200, message: 'no' },
    });
});

test('a wait until a date counts by the clock of the service', async () => {
  const in30 = new Date(Date.now() + 30_000).toUTCString();
  await using server = await serveHttp(json(429, { message: 'wait' }, { 'retry-after': in30 }));
  const clock = () => new Date(Date.now() - 2 * 3_600_000);
  const outcome = await clientOf(server.baseUrl, { clock }).send(submission);
  const retryAfterMs = outcome.kind === 'not_delivered' ? outcome.retryAfterMs : null;
  expect(retryAfterMs).toBeGreaterThan(25_000);
  expect(retryAfterMs).toBeLessThanOrEqual(30_000);
});
