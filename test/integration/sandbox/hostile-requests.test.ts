import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Actor,
  createCompany,
  documentOf,
  submissionBody,
  submit,
  tresneria,
} from './actors.ts';
import { clientHeader, type Seen, type Stage, setStage } from './stage.ts';

let stage: Stage;
let actor: Actor;
const failures: unknown[] = [];
beforeAll(async () => {
  stage = await setStage({ onFailure: (error) => failures.push(error) });
  actor = await createCompany(stage);
});
afterAll(async () => {
  expect(failures).toEqual([]);
  await stage.stop();
});

/** Posts bytes as they are to the received invoices. */
const post = (raw: string | Buffer, headers: Record<string, string> = {}): Promise<Seen> =>
  stage.call('POST', '/receivedinvoices', {
    headers: { ...clientHeader(actor.key), 'content-type': 'application/json', ...headers },
    raw,
  });

const createRaw = (raw: string | Buffer): Promise<Seen> =>
  stage.call('POST', '/clientcompanies', {
    headers: { ...stage.asUser(), 'content-type': 'application/json' },
    raw,
  });

describe('7 and 8 malformed bodies', () => {
  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['half an object', '{"a":'],
    ['two values', '{} {}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a string', '"{}"'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['10,000,000 open lists', `{"a":${'['.repeat(10_000_000)}`],
    ['10,000,000 open objects', '{"a":'.repeat(2_000_000)],
    ['a list of 10,000,000 numbers', `{"a":[${'1,'.repeat(10_000_000)}1]}`],
  ])('400 for %s', async (_what, raw) => {
    const { status, body } = await post(raw);
    expect(status).toBe(400);
    expect(body).toEqual({ message: expect.any(String) });
  });

  it.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', ''])(
    '415 for the content type "%s"',
    async (type) => {
      expect((await post('{}', { 'content-type': type })).status).toBe(415);
    },
  );

  it('takes a content type with parameters', async () => {
    expect((await post('{}', { 'content-type': 'Application/JSON; charset=UTF-8' })).status).toBe(
      422,
    );
  });

  it('is not confused by the names of built-in object properties', async () => {
    const { status } = await createRaw(
      JSON.stringify(tresneria).replace(
        '{',
        '{"__proto__":{"full_name":"x"},"constructor":1,"toString":2,',
      ),
    );
    expect(status).toBe(409);
  });
});

describe('8 sizes', () => {
  const big = (size: number) => Buffer.from(`{"xml_contents":"${'A'.repeat(size)}"}`);

  it('413 for 100 MB, and the next request is served', async () => {
    expect((await post(big(100e6))).status).toBe(413);
    expect((await submit(stage, actor, { from: 1 })).body.result).toBe('correct');
  });

  it('413 for 100 MB of unknown length', async () => {
    const chunks = (function* () {
      for (let i = 0; i < 100; i += 1) yield Buffer.alloc(1e6, 'A');
    })();
    const answer = await request(`${stage.sandbox.baseUrl}/receivedinvoices`, {
      method: 'POST',
      headers: { ...clientHeader(actor.key), 'content-type': 'application/json' },
      body: Readable.from(chunks),
    });
    await answer.body.dump();
    expect(answer.statusCode).toBe(413);
  });

  it('413 for a gzip bomb, which is never unpacked to full size', async () => {
    const bomb = await promisify(gzip)(big(120e6));
    expect(bomb.length).toBeLessThan(1e6);
    const before = process.memoryUsage().rss;
    expect((await post(bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  });

  it('413 for an XML over 32 MiB', async () => {
    const xml = Buffer.alloc(32 * 1024 * 1024 + 1, ' ');
    expect((await post(JSON.stringify(submissionBody(actor, xml)))).status).toBe(413);
  });

  it('413 for a company of a megabyte', async () => {
    expect(
      (await createRaw(JSON.stringify({ ...tresneria, full_name: 'x'.repeat(1e6) }))).status,
    ).toBe(413);
  });
});

describe('content-encoding', () => {
  it('takes a gzipped body', async () => {
    const body = gzipSync(JSON.stringify(submissionBody(actor, documentOf(actor, { from: 2 }))));
    expect((await post(body, { 'content-encoding': 'gzip' })).body.result).toBe('correct');
  });

  it.each([
    ['not gzip at all', Buffer.from('{}')],
    ['half of it', gzipSync('{"a":1}').subarray(0, 20)],
    ['nothing', Buffer.alloc(0)],
  ])('400 for a gzipped body that is %s', async (_what, raw) => {
    expect((await post(raw, { 'content-encoding': 'gzip' })).status).toBe(400);
  });

  it.each(['br', 'deflate', 'gzip, gzip', 'zstd'])('415 for %s', async (encoding) => {
    expect((await post('{}', { 'content-encoding': encoding })).status).toBe(415);
  });
});

describe('addresses and methods', () => {
  it.each(['/', '/expenses/', '/nothing', '/clientcompanies/a/b', '/EXPENSES', '/sandbox/nothing'])(
    '404 for %s',
    async (path) => {
      expect((await stage.call('GET', path)).status).toBe(404);
    },
  );

  it.each([
    ['GET', '/expenses', 'POST'],
    ['DELETE', '/clientcompanies', 'POST'],
    ['POST', '/regional/license', 'GET'],
    ['PUT', '/sandbox/faults', 'POST, DELETE'],
  ] as const)('405 for %s %s, saying what there is', async (method, path, allow) => {
    const { status, headers } = await stage.call(method, path);
    expect([status, headers.allow]).toEqual([405, allow]);
  });

  it('400 for an address that cannot be decoded', async () => {
    expect((await stage.call('POST', '/clientcompanies/%ff')).status).toBe(400);
  });

  it('survives a client that sends half a request and disconnects', async () => {
    const { port } = new URL(stage.sandbox.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    const lines = [
      'POST /receivedinvoices HTTP/1.1',
      'Host: localhost',
      `X-Service-ClientApiKey: ${actor.key}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
    ];
    await new Promise<void>((resolve) =>
      socket.write(`${lines.join('\r\n')}\r\n\r\n{"a":`, () => resolve()),
    );
    socket.destroy();
    expect((await submit(stage, actor, { from: 3 })).body.result).toBe('correct');
  });
});
