import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, send, startTestFace, type TestFace } from './test-server.ts';

let test: TestFace;
let token = '';
beforeAll(async () => {
  test = await startTestFace();
  token = await test.signIn();
});
afterAll(() => test.close());

const origins = {
  own: () => test.origin,
  none: () => null,
  null: () => 'null',
  foreign: () => 'https://evil.example',
  'other port': () => `http://127.0.0.1:${test.face.port + 1}`,
  // The same server by its other name: a page there is not the page that was opened.
  'other name': () => `http://localhost:${test.face.port}`,
};
const tokens = { right: () => token, none: () => null, wrong: () => [...token].reverse().join('') };
const httpMethods = ['POST', 'GET', 'PUT', 'DELETE', 'OPTIONS'];

const cells = httpMethods.flatMap((method) =>
  Object.keys(origins).flatMap((origin) =>
    Object.keys(tokens).map((given) => ({ method, origin, given })),
  ),
);

function headersFor(origin: string | null, given: string | null): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(origin === null ? {} : { origin }),
    ...(given === null ? {} : { 'x-zubi-token': given }),
  };
}

const body = JSON.stringify({ method: 'settings.set', input: {}, requestId: 'origin-matrix-0001' });

describe('requests that change something (L3)', () => {
  it.each(cells)(
    '$method with $origin origin and $given token',
    async ({ method, origin, given }) => {
      const before = test.app.calls.length;
      const headers = headersFor(
        origins[origin as keyof typeof origins](),
        tokens[given as keyof typeof tokens](),
      );
      const answer = await send(test.origin, method, '/api/call', {
        headers,
        ...(method === 'GET' ? {} : { body }),
      });
      const isOurs = method === 'POST' && origin === 'own';
      if (isOurs && given === 'right') {
        expect(answer.status).toBe(200);
        expect(test.app.calls.length).toBe(before + 1);
        return;
      }
      const expected = method !== 'POST' ? 405 : origin !== 'own' ? 403 : 401;
      expect(answer.status).toBe(expected);
      expect(test.app.calls.length).toBe(before);
      expect(
        Object.keys(answer.headers).filter((name) => name.startsWith('access-control')),
      ).toEqual([]);
    },
  );

  it.each(['cross-site', 'same-site', 'none'])('refuses Sec-Fetch-Site: %s', async (site) => {
    const headers = { ...headersFor(test.origin, token), 'sec-fetch-site': site };
    expect((await send(test.origin, 'POST', '/api/call', { headers, body })).status).toBe(403);
    const reading = { 'x-zubi-token': token, 'sec-fetch-site': site };
    expect((await send(test.origin, 'GET', '/api/events', { headers: reading })).status).toBe(403);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ])('refuses the content type %j', async (type) => {
    for (const path of ['/api/call', '/api/files', '/api/session']) {
      const headers = { ...headersFor(test.origin, token), 'content-type': type };
      expect((await send(test.origin, 'POST', path, { headers, body })).status).toBe(415);
    }
  });

  it('does not take JSON where bytes are wanted, nor bytes where JSON is', async () => {
    const json = headersFor(test.origin, token);
    expect((await send(test.origin, 'POST', '/api/files', { headers: json, body })).status).toBe(
      415,
    );
    const bytes = { ...json, 'content-type': 'application/octet-stream' };
    expect((await send(test.origin, 'POST', '/api/call', { headers: bytes, body })).status).toBe(
      415,
    );
  });

  it.each(Object.keys(origins).filter((name) => name !== 'own'))(
    'gives no session to a page of %s origin',
    async (name) => {
      const code = codeOf(test.face.freshAddress());
      const headers = headersFor(origins[name as keyof typeof origins](), null);
      const answer = await send(test.origin, 'POST', '/api/session', {
        headers,
        body: JSON.stringify({ code }),
      });
      expect(answer.status).toBe(403);
      expect(answer.body).not.toContain('token":"');
    },
  );
});

describe('the stream of events (L5)', () => {
  it('is refused to another origin and without a token', async () => {
    const foreign = { 'x-zubi-token': token, origin: 'https://evil.example' };
    expect((await send(test.origin, 'GET', '/api/events', { headers: foreign })).status).toBe(403);
    expect((await send(test.origin, 'GET', '/api/events')).status).toBe(401);
    expect((await send(test.origin, 'GET', `/api/events?token=${token}`)).status).toBe(401);
    expect(test.app.listeners()).toBe(0);
  });
});

describe('what is logged (L4)', () => {
  it('contains neither codes nor tokens', async () => {
    const code = codeOf(test.face.freshAddress());
    await send(test.origin, 'POST', '/api/session', {
      headers: headersFor(test.origin, null),
      body: JSON.stringify({ code }),
    });
    expect(test.logged.length).toBeGreaterThan(0);
    expect(test.logged.join('\n')).not.toContain(code);
    expect(test.logged.join('\n')).not.toContain(token);
  });
});
