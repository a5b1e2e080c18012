import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeLifeMs } from '../../../main/hosts/browser/sessions.ts';
import { codeOf, send, startTestFace, type TestFace } from './test-server.ts';

let nowMs = Date.UTC(2026, 0, 1);
let test: TestFace;
let token = '';
beforeEach(async () => {
  test = await startTestFace({ nowMs: () => nowMs, maxFileBytes: 100_000 });
  token = await test.signIn();
});
afterEach(() => test.close());

function exchange(code: unknown) {
  const headers = { origin: test.origin, 'content-type': 'application/json' };
  return send(test.origin, 'POST', '/api/session', { headers, body: JSON.stringify({ code }) });
}

describe('the proof of the server (T9)', () => {
  const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();
  const ask = (body: unknown, headers = {}) =>
    send(test.origin, 'POST', '/api/proof', {
      headers: { origin: test.origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it('is given without the token, to a window of this session', async () => {
    const session = sha256(sha256(token)).toString('hex');
    const { status, body } = await ask({ session, nonce: 'a nonce' });
    const proof = createHmac('sha256', sha256(token)).update('a nonce').digest('hex');
    expect([status, JSON.parse(body)]).toEqual([200, { proof }]);
    expect((await ask({ session, nonce: 'x' }, { origin: 'http://evil' })).status).toBe(403);
  });

  it.each([{}, { session: 7, nonce: 7 }, { session: 'x', nonce: 'x' }, { nonce: 'x' }])(
    'is refused for %j',
    async (body) => {
      const answer = await ask(body);
      expect([answer.status, JSON.parse(answer.body)]).toMatchObject([401, { ok: false }]);
    },
  );
});

describe('the launch address (L4)', () => {
  it('opens one session, once, and shows a new address when it is used again', async () => {
    const code = codeOf(test.face.url);
    expect(test.face.url).toBe(`http://127.0.0.1:${test.face.port}/#code=${code}`);
    expect((await exchange(code)).status).toBe(200);
    expect(test.newAddresses).toEqual([]);
    const again = await exchange(code);
    expect(again.status).toBe(403);
    expect(JSON.parse(again.body)).toEqual({
      ok: false,
      error: { code: 'not_allowed', details: { reason: 'refused' } },
    });
    expect(test.newAddresses).toHaveLength(1);
    expect((await exchange(codeOf(test.newAddresses[0] ?? ''))).status).toBe(200);
  });

  it('is invalid after a minute', async () => {
    nowMs += codeLifeMs;
    expect((await exchange(codeOf(test.face.url))).status).toBe(403);
  });

  it('survives ten wrong codes of another user, who gets no new address', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1)
      statuses.push((await exchange(`guess ${index}`)).status);
    expect(statuses).toEqual([...Array(9).fill(403), 429, 429]);
    expect(test.newAddresses).toHaveLength(9);
    expect((await exchange(codeOf(test.face.url))).status).toBe(200);
  });

  it.each([[null], [7], [{}], [['a']]])('refuses %j as a code', async (code) => {
    expect((await exchange(code)).status).toBe(403);
  });
});
