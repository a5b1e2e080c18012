import { request as httpRequest } from 'node:http';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, createFreshCompany, documentOf, submissionBody, submit } from './actors.ts';
import { clientHeader, type Stage, send, setStage } from './stage.ts';

let stage: Stage;
let actor: Actor;
beforeAll(async () => {
  stage = await setStage();
});
beforeEach(async () => {
  actor = await createFreshCompany(stage);
});
afterAll(() => stage.stop());

const order = (...faults: unknown[]) => stage.call('POST', '/sandbox/faults', { json: { faults } });
const waiting = async () => (await stage.call('GET', '/sandbox/state')).body.faults;

/** How often the ledger has seen this test's company. */
async function arrivals(): Promise<number> {
  const { submissions } = (await stage.call('GET', '/sandbox/state')).body;
  return submissions.filter(({ company }: { company: { id: string } }) => company.id === actor.id)
    .length;
}

/** Submits and gives the open answer, its body not yet read. */
const open = () =>
  request(`${stage.sandbox.baseUrl}/receivedinvoices`, {
    method: 'POST',
    headers: { ...clientHeader(actor.key), 'content-type': 'application/json' },
    body: JSON.stringify(submissionBody(actor, documentOf(actor))),
  });

describe('planned faults', () => {
  it('affect one coming submission each, in order, and nothing else', async () => {
    await order({ kind: 'status', status: 503 }, { kind: 'status', status: 429, retryAfter: 2 });
    expect((await stage.call('GET', '/regional/license', { headers: stage.asUser() })).status).toBe(
      200,
    );
    const first = await submit(stage, actor);
    const second = await submit(stage, actor);
    const third = await submit(stage, actor);
    expect([first.status, second.status, third.status]).toEqual([503, 429, 200]);
    expect(first.headers['retry-after']).toBeUndefined();
    expect(second.headers['retry-after']).toBe('2');
    expect(second.body).toEqual({ message: expect.any(String) });
    expect(third.body.result).toBe('correct');
    expect(await arrivals()).toBe(1);
  });

  it('delay: processed, and answered in the end', async () => {
    await order({ kind: 'delay', ms: 50 });
    expect((await submit(stage, actor)).body.result).toBe('correct');
    expect(await arrivals()).toBe(1);
  });

  it('delay: processed although the client did not wait', async () => {
    await order({ kind: 'delay', ms: 600_000 });
    const gone = new AbortController();
    const body = JSON.stringify(submissionBody(actor, documentOf(actor)));
    const answer = request(`${stage.sandbox.baseUrl}/receivedinvoices`, {
      method: 'POST',
      body,
      signal: gone.signal,
      headers: { ...clientHeader(actor.key), 'content-type': 'application/json' },
    });
    await expect.poll(arrivals, { interval: 20, timeout: 20_000 }).toBe(1);
    gone.abort();
    await expect(answer).rejects.toThrow();
  });

  it('drop_before: closed without an answer, not processed', async () => {
    await order({ kind: 'drop_before' });
    await expect(open()).rejects.toThrow(/closed|reset|other side/i);
    expect(await arrivals()).toBe(0);
  });

  it('drop_after: closed without an answer, stored by the ledger', async () => {
    await order({ kind: 'drop_after' });
    await expect(open()).rejects.toThrow(/closed|reset|other side/i);
    expect(await arrivals()).toBe(1);
    expect((await submit(stage, actor)).body.records[0].code).toBe('B4_2000003');
  });

  it('broken_json: 200 with JSON that is cut off, stored by the ledger', async () => {
    await order({ kind: 'broken_json' });
    const { statusCode, body } = await open();
    expect(statusCode).toBe(200);
    await expect(body.json()).rejects.toThrow(SyntaxError);
    expect(await arrivals()).toBe(1);
  });

  it('slow_body: the headers, then a byte a second', async () => {
    await order({ kind: 'slow_body' });
    const { statusCode, body } = await open();
    expect(statusCode).toBe(200);
    const chunks: Buffer[] = [];
    for await (const chunk of body) {
      chunks.push(chunk);
      if (chunks.length === 2) break;
    }
    expect(Buffer.concat(chunks).toString()).toBe('{"');
    expect(await arrivals()).toBe(1);
  });

  it('huge_body: an endless answer, in bounded memory', async () => {
    await order({ kind: 'huge_body' });
    const { statusCode, body } = await open();
    expect(statusCode).toBe(200);
    const before = process.memoryUsage().rss;
    let received = 0;
    for await (const chunk of body) {
      received += chunk.length;
      if (received > 500e6) break;
    }
    expect(received).toBeGreaterThan(500e6);
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
    expect(await arrivals()).toBe(1);
  });

  it('are listed while they wait, and removed with DELETE', async () => {
    await order({ kind: 'drop_before' }, { kind: 'delay', ms: 5 });
    expect(await waiting()).toEqual([{ kind: 'drop_before' }, { kind: 'delay', ms: 5 }]);
    expect((await stage.call('DELETE', '/sandbox/faults')).status).toBe(200);
    expect(await waiting()).toEqual([]);
    expect((await submit(stage, actor)).status).toBe(200);
  });

  it.each([
    [{}],
    [{ faults: {} }],
    [{ faults: [{ kind: 'earthquake' }] }],
    [{ faults: [{ kind: 'drop_before' }, { kind: 'delay' }] }],
    [{ faults: [{ kind: 'delay', ms: -1 }] }],
    [{ faults: [{ kind: 'delay', ms: 1e9 }] }],
    [{ faults: [{ kind: 'status', status: 99 }] }],
    [{ faults: [{ kind: 'status', status: '503' }] }],
    [{ faults: [{ kind: 'drop_after', ms: 5 }] }],
  ])('are refused as a whole when one is unknown: %j', async (json) => {
    expect((await stage.call('POST', '/sandbox/faults', { json })).status).toBe(422);
    expect(await waiting()).toEqual([]);
  });
});

describe('the paths under /sandbox/', () => {
  /** A request with a Host header of the caller's, which `fetch` would not send. */
  const statusFor = (headers: Record<string, string>, path = '/sandbox/state') =>
    new Promise<number | undefined>((resolve, reject) => {
      const given = { headers: { ...stage.asUser(), ...headers } };
      httpRequest(`${stage.sandbox.baseUrl}${path}`, given, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once('error', reject)
        .end();
    });

  it.each(['127.0.0.1:1', '127.0.0.1', 'localhost:8080', 'LOCALHOST', '[::1]:9'])(
    'answer on the host name %s',
    async (host) => {
      expect(await statusFor({ host })).toBe(200);
    },
  );

  it.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example:80',
    '127.0.0.1@evil.example',
    '127.0.0.2',
    '0.0.0.0',
    'localhost:',
  ])('do not answer on the host name "%s"', async (host) => {
    expect(await statusFor({ host })).toBe(421);
  });

  it('do not answer a page of another origin', async () => {
    expect(await statusFor({ origin: 'https://evil.example' })).toBe(403);
    expect(await statusFor({ origin: 'null' })).toBe(403);
    expect(await statusFor({ origin: 'http://localhost:5173' })).toBe(200);
  });

  const asPassword = (key: string) => ({
    authorization: `Basic ${Buffer.from(`anyone:${key}`).toString('base64')}`,
  });
  const telling = ['/sandbox/', '/sandbox/state', '/sandbox/authorizations/x/document'];

  it.each(telling)('show nobody without the key what %s contains', async (path) => {
    const { userApiKey } = stage.sandbox;
    const wrong = [
      ...(path === '/sandbox/state' ? [] : [{}]),
      { 'x-service-userapikey': `${userApiKey}x` },
      { 'x-service-clientapikey': userApiKey },
      asPassword(''),
      asPassword(`${userApiKey}x`),
      { authorization: 'Basic ???' },
    ];
    for (const headers of wrong) {
      const answer = await send(stage.sandbox.baseUrl, { method: 'GET', path, headers });
      expect([headers, answer.status]).toEqual([headers, 401]);
      expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
      expect(Object.keys(answer.body)).toEqual(['message']);
    }
    const known = path.endsWith('document') ? 404 : 200;
    expect(await statusFor({}, path)).toBe(known);
    expect(await statusFor({ 'x-service-userapikey': '', ...asPassword(userApiKey) }, path)).toBe(
      known,
    );
  });

  it('show without a key what reached the ledger, and no name', async () => {
    await submit(stage, actor);
    const path = '/sandbox/state';
    const { status, body } = await send(stage.sandbox.baseUrl, { method: 'GET', path });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['submissions', 'faults', 'software_garante']);
    expect(body.submissions.at(-1).sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(body)).not.toContain(actor.taxId);
  });

  it('leave the service itself to its keys', async () => {
    expect(
      await statusFor({ host: 'service.example', ...stage.asUser() }, '/regional/license'),
    ).toBe(200);
  });
});
