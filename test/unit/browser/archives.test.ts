import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { send, startTestFace, type TestFace } from './test-server.ts';

let test: TestFace;
afterEach(() => test.close());

const MiB = 1024 * 1024;

async function openUploads() {
  test = await startTestFace({ maxFileBytes: MiB });
  const token = await test.signIn();
  return (body: Buffer, requestId = crypto.randomUUID()) =>
    send(test.origin, 'POST', '/api/files', {
      headers: {
        origin: test.origin,
        'content-type': 'application/octet-stream',
        'content-length': String(body.byteLength),
        'x-zubi-token': token,
        'x-zubi-name': 'copia.zubi-backup',
        'x-zubi-request': requestId,
      },
      body,
    });
}

const archive = Buffer.concat([Buffer.from('ZUBIBAK1'), Buffer.alloc(3 * MiB, 7)]);

it('an archive may be larger than a document, and is passed on by its path', async () => {
  const upload = await openUploads();
  const { status, body } = await upload(archive);
  expect([status, JSON.parse(body)]).toMatchObject([
    200,
    { ok: true, value: { name: 'copia.zubi-backup' } },
  ]);
  expect(test.app.archives).toEqual([archive.byteLength]);
  expect(test.app.files).toMatchObject([{ name: 'copia.zubi-backup', path: expect.any(String) }]);
});

it('an archive may take longer than other requests, as long as it comes', async () => {
  test = await startTestFace({
    maxFileBytes: MiB,
    limits: { headersTimeoutMs: 200, requestTimeoutMs: 400, checkEveryMs: 50 },
  });
  const { hostname, port } = new URL(test.origin);
  const headers = {
    origin: test.origin,
    'content-type': 'application/octet-stream',
    'content-length': archive.byteLength,
    'x-zubi-token': await test.signIn(),
    'x-zubi-name': 'copia.zubi-backup',
    'x-zubi-request': crypto.randomUUID(),
  };
  const upload = request({ hostname, port, method: 'POST', path: '/api/files', headers });
  const answered = once(upload, 'response');
  const piece = archive.byteLength / 8;
  for (let from = 0; from < archive.byteLength; from += piece) {
    upload.write(archive.subarray(from, from + piece));
    await setTimeout(100);
  }
  upload.end();
  const [{ statusCode }] = await answered;
  expect([statusCode, test.app.archives]).toEqual([200, [archive.byteLength]]);
});

it('an archive that comes again under its id is taken once', async () => {
  const upload = await openUploads();
  const id = crypto.randomUUID();
  const [first, second] = [await upload(archive, id), await upload(archive, id)];
  expect(second.body).toBe(first.body);
  expect(test.app.files).toHaveLength(1);
  const other = Buffer.concat([archive, Buffer.from('more')]);
  expect(JSON.parse((await upload(other, id)).body)).toMatchObject({
    error: { code: 'invalid_input' },
  });
});

it.each([
  ['something else of that size', Buffer.alloc(3 * MiB, 7)],
  [
    'what only looks like one further on',
    Buffer.concat([Buffer.from(' ZUBIBAK1'), Buffer.alloc(3 * MiB)]),
  ],
])('%s is too large under any name', async (_, body) => {
  const upload = await openUploads();
  const answer = await upload(body);
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
    413,
    { error: { code: 'too_large' } },
  ]);
  expect([test.app.archives, test.app.files]).toEqual([[], []]);
});
