import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { methodNames, methods } from '../../../contract/methods.ts';
import type { App } from '../../../main/app-options.ts';
import { type BrowserHost, serveBrowser } from '../../../main/hosts/browser/server.ts';
import { openApp } from '../../../main/hosts/host.ts';
import { rounds } from '../../rounds.ts';
import { codeOf, send } from '../../unit/browser/test-server.ts';
import { command } from './run-command.ts';
import { makeFolder } from './run-zubi.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let app: App;
let face: BrowserHost;
let token = '';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  folder = await makeFolder();
  app = await openApp({ dataFolder: folder.path, face: 'command_line' });
  face = await serveBrowser({
    app,
    port: 0,
    rendererFolder: folder.path,
    open: null,
    log: quiet,
  });
  token = (
    JSON.parse((await post('/api/session', { code: codeOf(face.url) })).body) as { token: string }
  ).token;
});
afterAll(async () => {
  await face.close();
  await app.close();
  await folder.remove();
});

function post(path: string, value: unknown) {
  const origin = `http://127.0.0.1:${face.port}`;
  const headers = { origin, 'content-type': 'application/json', 'x-zubi-token': token };
  return send(origin, 'POST', path, { headers, body: JSON.stringify(value) });
}

async function overHttp(method: string, input: unknown): Promise<unknown> {
  return JSON.parse(
    (await post('/api/call', { method, input, requestId: crypto.randomUUID() })).body,
  );
}

describe('one contract for every host (L10)', () => {
  it.each(methodNames)('%s parses its input over HTTP as in the core', async (method) => {
    for (const wrong of [7, 'text', [], [{}]]) {
      const reply = await overHttp(method, wrong);
      expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
      expect(reply).toEqual(await app.call(method, wrong));
    }
  });

  it.each(methodNames.filter((name) => methods[name].kind === 'query'))(
    '%s answers over HTTP as in the core',
    async (method) => {
      // Some answers name the second.
      vi.useFakeTimers({ toFake: ['Date'] });
      onTestFinished(() => void vi.useRealTimers());
      expect(await overHttp(method, {})).toEqual(
        JSON.parse(JSON.stringify(await app.call(method, {}))),
      );
    },
  );

  it('reports a misspelt key on the command line, in a sentence', async () => {
    const own = await makeFolder();
    try {
      const args = ['call', 'submissions.cancelJob', '{"id": "x"}', '--lang', 'en'];
      const { exitCode, stdout, stderr } = await command([...args, '--data', own.path]);
      expect(exitCode).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({
        error: { details: { unknownKeys: [{ path: 'id', nearest: 'ids' }] } },
      });
      expect(stderr).toContain('“id”, which this method does not know; the nearest');
    } finally {
      await own.remove();
    }
  });

  it('leaves a path to the method that takes one, on the command line', async () => {
    const own = await makeFolder();
    try {
      const input = JSON.stringify({ path: own.path });
      const { stdout } = await command([
        'call',
        'watching.add',
        input,
        '--data',
        `${own.path}-data`,
      ]);
      expect(JSON.parse(stdout)).toMatchObject({ folder: { path: own.path } });
    } finally {
      await own.remove();
      rmSync(`${own.path}-data`, { recursive: true, force: true });
    }
  });

  it('is the same on the command line, where a method is refused as elsewhere', async () => {
    const own = await makeFolder();
    try {
      for (const method of methodNames.filter((_, index) => index % rounds(40, 1) === 0)) {
        const { exitCode, stdout } = await command(['call', method, '[]', '--data', own.path]);
        expect({ method, exitCode }).toEqual({ method, exitCode: 1 });
        expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'invalid_input' } });
      }
    } finally {
      await own.remove();
    }
  });
});
