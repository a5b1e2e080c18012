import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxCallBytes } from '../../../main/hosts/browser/routes.ts';
import { browserLimits } from '../../../main/hosts/browser/server.ts';
import { securityHeaders } from '../../../main/hosts/window-files.ts';
import { send, startTestFace, type TestFace } from './test-server.ts';

const nowMs = Date.UTC(2026, 0, 1);
let test: TestFace;
let token = '';
beforeEach(async () => {
  test = await startTestFace({ nowMs: () => nowMs, maxFileBytes: 100_000 });
  token = await test.signIn();
});
afterEach(() => test.close());

function call(body: unknown, headers: Record<string, string> = {}) {
  return send(test.origin, 'POST', '/api/call', {
    headers: {
      origin: test.origin,
      'content-type': 'application/json',
      'x-zubi-token': token,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function exchange(code: unknown) {
  const headers = { origin: test.origin, 'content-type': 'application/json' };
  return send(test.origin, 'POST', '/api/session', { headers, body: JSON.stringify({ code }) });
}

function upload(bytes: string | Uint8Array, headers: Record<string, string> = {}) {
  return send(test.origin, 'POST', '/api/files', {
    headers: {
      origin: test.origin,
      'content-type': 'application/octet-stream',
      'x-zubi-token': token,
      'x-zubi-name': encodeURIComponent('gastos ñ.xml'),
      'x-zubi-request': 'upload-0000000000001',
      ...headers,
    },
    body: bytes,
  });
}

describe('calls', () => {
  it('reach the application and return its reply', async () => {
    const answer = await call({ method: 'submissions.list', input: { limit: 5 } });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({
      ok: true,
      value: { method: 'submissions.list', number: 1 },
    });
    expect(test.app.calls).toEqual([{ method: 'submissions.list', input: { limit: 5 } }]);
  });

  it.each(['constructor', '__proto__', 'submissions.List', '', null, 4])(
    'know no method %j',
    async (method) => {
      const answer = await call({ method, input: {}, requestId: 'unknown-00000000001' });
      expect(JSON.parse(answer.body)).toMatchObject({
        ok: false,
        error: { code: 'unknown_method' },
      });
      expect(test.app.calls).toEqual([]);
    },
  );

  it.each(['', '{', '[]', 'null', '"text"', '\u0000'])('refuse the body %j', async (body) => {
    const answer = await call(body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'invalid_input' } });
  });

  it('return a code only when they fail inside, and are logged without the text', async () => {
    test.app.call = () =>
      Promise.reject(Object.assign(new Error('at /home/someone'), { code: 'EACCES' }));
    const answer = await call({ method: 'submissions.list', input: {} });
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.body)).toEqual({
      ok: false,
      error: { code: 'internal', details: {} },
    });
    const traced = test.logged.filter((line) => line.includes('browser_request_failed'));
    expect(traced.map((line) => JSON.parse(line))).toMatchObject([{ errorCode: 'EACCES' }]);
    expect(test.logged.join()).not.toContain('someone');
  });

  it('need a request id when they change something', async () => {
    for (const requestId of [undefined, '', 'short', 'x'.repeat(65), 7, 'with spaces in it all']) {
      const answer = await call({ method: 'settings.set', input: {}, requestId });
      expect(JSON.parse(answer.body)).toMatchObject({
        ok: false,
        error: { code: 'invalid_input', details: { fields: ['requestId'] } },
      });
    }
    expect(test.app.calls).toEqual([]);
  });

  it('are refused above the limit, whatever length was declared', async () => {
    const body = JSON.stringify({ method: 'settings.get', input: 'x'.repeat(maxCallBytes) });
    const answer = await call(body);
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { code: 'too_large', details: { limitBytes: maxCallBytes } },
    });
  });
});

describe('a request that arrives twice (L8)', () => {
  const body = {
    method: 'submissions.send',
    input: { fileIds: ['a'] },
    requestId: 'repeated-00000000001',
  };

  it('has one effect and one result, one after the other or at once', async () => {
    const first = await call(body);
    const [second, third] = await Promise.all([call(body), call(body)]);
    expect(second.body).toBe(first.body);
    expect(third.body).toBe(first.body);
    expect(test.app.calls).toHaveLength(1);
  });

  it('is refused when its content is different', async () => {
    await call(body);
    const other = await call({ ...body, input: { fileIds: ['b'] } });
    expect(JSON.parse(other.body)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    expect(test.app.calls).toHaveLength(1);
  });

  it('is two requests under two ids', async () => {
    await call(body);
    await call({ ...body, requestId: 'repeated-00000000002' });
    expect(test.app.calls).toHaveLength(2);
  });

  it('has one effect for files too', async () => {
    const first = await upload('<a/>');
    expect((await upload('<a/>')).body).toBe(first.body);
    expect(test.app.files).toHaveLength(1);
    expect(JSON.parse((await upload('<b/>')).body)).toMatchObject({ ok: false });
  });
});

describe('files', () => {
  it('are taken byte for byte under their own name', async () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, index) => index % 256);
    const answer = await upload(bytes);
    expect(JSON.parse(answer.body)).toEqual({
      ok: true,
      value: { fileId: 'file-1', name: 'gastos ñ.xml' },
    });
    const [file] = test.app.files;
    expect(file?.name).toBe('gastos ñ.xml');
    expect(file !== undefined && 'bytes' in file && Buffer.from(file.bytes).equals(bytes)).toBe(
      true,
    );
  });

  it('come as bytes, never as a path of this machine (L7)', async () => {
    await upload('x', { 'x-zubi-name': encodeURIComponent('/etc/pas\u202eswd') });
    await upload('x', {
      'x-zubi-name': encodeURIComponent('C:\\Users\\x.xml'),
      'x-zubi-request': 'upload-0000000000002',
    });
    expect(test.app.files.map(({ name }) => name)).toEqual(['passwd', 'x.xml']);
    expect(test.app.files.every((file) => !('path' in file))).toBe(true);
  });

  it.each(['', '%', '%00', encodeURIComponent('a\nb'), encodeURIComponent('x/'), 'x'.repeat(300)])(
    'need a name: %j is not one',
    async (name) => {
      expect((await upload('x', { 'x-zubi-name': name })).status).toBe(400);
      expect(test.app.files).toEqual([]);
    },
  );

  it('are refused above the limit in the settings and a margin', async () => {
    const answer = await upload(new Uint8Array(100_000 + 64 * 1024 + 1));
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { code: 'too_large', details: { file: 'gastos ñ.xml' } },
    });
    expect((await upload(new Uint8Array(100_000 + 64 * 1024))).status).toBe(200);
  });
});

describe('events', () => {
  it('come as lines when they happen, and end with the connection', async () => {
    const stop = new AbortController();
    const response = await fetch(`${test.origin}/api/events`, {
      headers: { 'x-zubi-token': token },
      signal: stop.signal,
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('\n');
    test.app.emit({ name: 'companies.changed', payload: {} });
    test.app.emit({ name: 'submission.changed', payload: { id: '1', state: 'accepted' } });
    let text = '';
    while (text.split('\n').length < 3) text += (await reader?.read())?.value ?? '';
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { name: 'companies.changed', payload: {} },
      { name: 'submission.changed', payload: { id: '1', state: 'accepted' } },
    ]);
    stop.abort();
    await expect.poll(() => test.app.listeners()).toBe(0);
  });
});

describe('every answer (L6)', () => {
  it('has the same security headers, and an error shows its code only', async () => {
    const answers = [
      await send(test.origin, 'GET', '/'),
      await send(test.origin, 'GET', '/nothing.js'),
      await send(test.origin, 'POST', '/index.html', { body: 'x' }),
      await send(test.origin, 'GET', '/api/call'),
      await send(test.origin, 'GET', '/', { headers: { host: 'evil.example' } }),
      await call('{'),
      await call({ method: 'nope' }),
      await call({ method: 'app.status', input: {} }),
      await exchange('wrong'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      200, 404, 405, 405, 421, 400, 200, 200, 403,
    ]);
    for (const { headers, body } of answers) {
      expect(headers).toMatchObject(securityHeaders);
      expect(headers['x-powered-by']).toBeUndefined();
      expect(body).not.toMatch(/\bat .*:\d+:\d+|node:|\/main\//);
    }
  });

  it('has limits of time and of connections', () => {
    expect(browserLimits).toMatchObject({
      headersTimeoutMs: 10_000,
      requestTimeoutMs: 60_000,
      connections: 50,
    });
  });
});
