import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sampled } from '../../rounds.ts';
import { describeInSoak } from '../../soak.ts';
import { codeOf, send } from '../../unit/browser/test-server.ts';
import { command } from './run-command.ts';
import { makeFolder, type Running, startZubi, zubi } from './run-zubi.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let running: Running | null = null;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(async () => {
  running?.kill('SIGKILL');
  await running?.ended;
  running = null;
  await folder.remove();
});

async function signIn(address: string) {
  const { origin } = new URL(address);
  const headers = { origin, 'content-type': 'application/json' };
  const answer = await send(origin, 'POST', '/api/session', {
    headers,
    body: JSON.stringify({ code: codeOf(address) }),
  });
  const { token } = JSON.parse(answer.body) as { token: string };
  return async (method: string, input: unknown) => {
    const body = JSON.stringify({ method, input, requestId: crypto.randomUUID() });
    const reply = await send(origin, 'POST', '/api/call', {
      headers: { ...headers, 'x-zubi-token': token },
      body,
    });
    return JSON.parse(reply.body) as { ok: boolean; value: Record<string, unknown> };
  };
}

/** Makes a request that is refused, and reads the log of the window's server. */
async function logOfRefusal(address: string): Promise<string> {
  const { origin } = new URL(address);
  const headers = { origin, 'content-type': 'application/json', 'x-zubi-token': 'planted-token' };
  const body = '{"method":"planted-method"}';
  const answer = await send(origin, 'POST', '/api/call', { headers, body });
  expect(answer.status).toBe(401);
  return readFileSync(join(folder.path, 'log', 'browser', 'zubi.log'), 'utf8').trimEnd();
}

describe('zubi serve', () => {
  it.each(sampled(['SIGINT', 'SIGTERM'] as const, 1))(
    'serves the window with the sandbox behind it until %s, and logs what it refuses, without the request',
    async (signal) => {
      running = startZubi(['serve', '--no-open', '--sandbox', '--data', folder.path]);
      const address = await running.firstLine();
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}$/);
      const page = await send(new URL(address).origin, 'GET', '/');
      expect(page.status).toBe(200);
      expect(page.body).toContain('<div id="root">');
      const call = await signIn(address);
      expect(await call('connection.get', {})).toMatchObject({
        ok: true,
        value: { environment: 'sandbox', ownSandbox: true },
      });
      expect(await call('connection.test', {})).toMatchObject({ ok: true });
      // One line, apart from the core's log.
      const logged = await logOfRefusal(address);
      const refusal = { level: 'warn', event: 'browser_refused', status: 401, reason: 'token' };
      expect(JSON.parse(logged)).toMatchObject(refusal);
      expect(logged).not.toContain('planted');
      running.kill(signal);
      const { exitCode, stderr } = await running.ended;
      expect(exitCode).toBe(0);
      expect(stderr).not.toMatch(/\n\s+at |Error/);
      // Closed to the end: nothing is left in a journal.
      expect(existsSync(join(folder.path, 'zubi.db-wal'))).toBe(false);
    },
  );

  it.skipIf(process.platform === 'win32').each(sampled(['SIGABRT', 'SIGQUIT'] as const, 1))(
    'ends at once, as after a crash, on %s, and leaves its folder to the next one',
    async (signal) => {
      running = startZubi(['serve', '--no-open', '--sandbox', '--data', folder.path]);
      await running.firstLine();
      running.kill(signal);
      expect(await running.ended).toMatchObject({ exitCode: null });
      const { stdout } = await command(['call', 'connection.get', '--data', folder.path]);
      expect(JSON.parse(stdout)).toMatchObject({ environment: 'sandbox' });
    },
  );

  it('keeps a connection that was set before', async () => {
    const connection = { baseUrl: 'https://intermediary.example', userApiKey: 'planted-user-key' };
    await command(['call', 'connection.set', '-', '--data', folder.path], {
      input: JSON.stringify(connection),
    });
    running = startZubi(['serve', '--no-open', '--sandbox', '--data', folder.path]);
    const call = await signIn(await running.firstLine());
    expect(await call('connection.get', {})).toMatchObject({
      value: { environment: 'production', baseUrl: connection.baseUrl },
    });
  });

  it('does not take a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const args = ['serve', '--no-open', '--port', `${port}`, '--data', folder.path];
    const { exitCode, stdout, stderr } = await command(args);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('--port 0');
  });
});

describeInSoak('zubi sandbox', () => {
  it('prints its address as one line of JSON, keeps its state in its folder, and ends cleanly', async () => {
    const start = () => startZubi(['sandbox', '--port', '0', '--data', folder.path]);
    running = start();
    const first = JSON.parse(await running.firstLine());
    expect(Object.keys(first).sort()).toEqual(['baseUrl', 'userApiKey']);
    const headers = { 'X-Service-UserApiKey': first.userApiKey };
    const stateWith = async (init?: RequestInit) =>
      Object.keys(await (await fetch(`${first.baseUrl}/sandbox/state`, init)).json());
    expect(await stateWith({ headers })).toContain('companies');
    expect(await stateWith()).toContain('submissions');
    expect(await stateWith()).not.toContain('companies');
    running.kill('SIGTERM');
    expect((await running.ended).exitCode).toBe(0);
    running = start();
    expect(JSON.parse(await running.firstLine()).userApiKey).toBe(first.userApiKey);
  });
});

/** A Node on this machine that cannot run the sources itself, or null. */
function findOldNode(): string | null {
  const names = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folderName) => join(folderName, 'node'));
  const isOld = (file: string) => {
    if (!existsSync(file)) return false;
    const version = execFileSync(file, ['--version'], { encoding: 'utf8' });
    return Number(/^v(\d+)/.exec(version)?.[1]) < 24;
  };
  return names.find(isOld) ?? null;
}

describe('on an older Node', () => {
  const node = findOldNode();
  if (node === null) console.log('serve: the older Node is skipped, there is none on PATH');

  it.skipIf(node === null)(
    'starts itself on the Node it includes: arguments, input, signals and exit code pass through',
    async () => {
      const options = { node: node ?? '' };
      const validated = await zubi(['validate', '-', '--json'], { ...options, input: '<html/>' });
      expect(validated.exitCode).toBe(2);
      expect(JSON.parse(validated.stdout)).toMatchObject({
        files: [{ file: '-', verdict: 'unreadable' }],
      });
      running = startZubi(['sandbox', '--data', folder.path], options);
      const { baseUrl } = JSON.parse(await running.firstLine());
      running.kill('SIGTERM');
      expect((await running.ended).exitCode).toBe(0);
      await expect(fetch(`${baseUrl}/sandbox/state`)).rejects.toThrow();
    },
  );
});
