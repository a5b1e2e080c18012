import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../sandbox/server.ts';
import { sampled } from '../../rounds.ts';
import { zubiScript } from '../hosts/run-zubi.ts';
import { createCompany, documentOf, files, submissionBody, submit } from './actors.ts';
import { callTo, clientHeader, type Stage, userHeader } from './stage.ts';

let folder: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zubi-sandbox-test-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

type Running = {
  child: ChildProcess;
  ready: { baseUrl: string; userApiKey: string };
  stage: Stage;
};

/** Runs the command and waits for its ready line. */
async function run(...args: string[]): Promise<Running> {
  const child = spawn(process.execPath, [zubiScript, 'sandbox', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its own folder for temporary files: other tests run sandboxes at the same time.
    env: { ...process.env, TMPDIR: folder },
  });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const ready = JSON.parse(line);
  const stage: Stage = {
    folder,
    sandbox: { ...ready, close: async () => undefined },
    call: callTo(ready),
    asUser: () => userHeader(ready.userApiKey),
    stop: async () => undefined,
  };
  return { child, ready, stage };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown[]> {
  const ended = once(child, 'exit');
  child.kill(signal);
  return await ended;
}

describe('the command', () => {
  it('prints one JSON line when ready, ends cleanly on SIGTERM and SIGINT, and without a folder leaves nothing behind', async () => {
    const leftovers = async () =>
      (await readdir(folder)).filter((name) => name.startsWith('zubi-sandbox-')).length;
    for (const [signal, args, own] of [
      ['SIGTERM', [], 1],
      ['SIGINT', ['--data', folder, '--port', '0'], 0],
    ] as const) {
      const { child, ready } = await run(...args);
      expect(ready).toEqual({
        baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
        userApiKey: expect.any(String),
      });
      expect(await leftovers()).toBe(own);
      expect(await end(child, signal)).toEqual([0, null]);
      expect(await leftovers()).toBe(0);
    }
  });

  it.each(
    sampled([['--port', 'x'], ['--port', '65536'], ['--what'], ['--data', ''], ['there']], 2),
  )('exits with 2 on wrong usage: %j', async (...args) => {
    const child = spawn(process.execPath, [zubiScript, 'sandbox', ...args], { stdio: 'ignore' });
    expect(await once(child, 'exit')).toEqual([2, null]);
  });

  it('exits with 2 when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const child = spawn(process.execPath, [zubiScript, 'sandbox', '--port', `${port}`], {
      stdio: 'ignore',
    });
    expect(await once(child, 'exit')).toEqual([2, null]);
  });
});

describe('the state', () => {
  it('survives a kill -9: keys, companies, authorizations, the ledger, faults', async () => {
    const first = await run('--data', folder);
    const actor = await createCompany(first.stage);
    await first.stage.call('POST', '/intermediateauth/update/json', {
      headers: clientHeader(actor.key),
      json: { intermediate_auth_file: files.png.toString('base64'), file_format: 'png' },
    });
    await submit(first.stage, actor, { records: 3 });
    await first.stage.call('POST', '/sandbox/faults', {
      json: { faults: [{ kind: 'status', status: 503 }] },
    });
    const before = (await first.stage.call('GET', '/sandbox/state')).body;
    await end(first.child, 'SIGKILL');

    const { stage, ready } = await run('--data', folder);
    expect(ready.userApiKey).toBe(first.ready.userApiKey);
    expect((await stage.call('GET', '/sandbox/state')).body).toEqual(before);
    expect((await stage.call('GET', `/sandbox/authorizations/${actor.id}`)).body.state).toBe(
      'pending_validation',
    );
    expect((await submit(stage, actor)).status).toBe(503);
    const { body } = await submit(stage, actor, { records: 4 });
    expect(body.records.map(({ code }: { code: string }) => code)).toEqual([
      ...['B4_2000003', 'B4_2000003', 'B4_2000003'],
      null,
    ]);
  });

  it('has everything that was answered before a kill during work', async () => {
    const first = await run('--data', folder);
    const actor = await createCompany(first.stage);
    const answered: string[] = [];
    const work = Array.from({ length: 200 }, async (_, from) => {
      const answer = await submit(first.stage, actor, { from }).catch(() => null);
      if (answer?.status === 200) answered.push(answer.body.identifier);
    });
    await expect.poll(() => answered.length, { interval: 5, timeout: 20_000 }).toBeGreaterThan(10);
    await end(first.child, 'SIGKILL');
    await Promise.all(work);
    expect(answered.length).toBeLessThan(200);

    const { stage } = await run('--data', folder);
    const { submissions } = (await stage.call('GET', '/sandbox/state')).body;
    const kept = submissions.map(({ identifier }: { identifier: string }) => identifier);
    expect(kept).toEqual(expect.arrayContaining(answered));
  });

  it('is for its owner only, and contains no key', async () => {
    const sandbox = await startSandbox({ folder: join(folder, 'inner') });
    const stage = { ...(await stageOf(sandbox)), folder };
    const actor = await createCompany(stage);
    const body = submissionBody(actor, documentOf(actor));
    await stage.call('POST', '/receivedinvoices', { headers: clientHeader(actor.key), json: body });
    const names = await readdir(join(folder, 'inner'));
    expect(names).toContain('sandbox.db');
    expect((await stat(join(folder, 'inner'))).mode & 0o777).toBe(0o700);
    for (const name of names) {
      const path = join(folder, 'inner', name);
      expect((await stat(path)).mode & 0o777, name).toBe(0o600);
      const bytes = await readFile(path);
      const secrets = [sandbox.userApiKey, actor.key, 'a made-up certificate key'];
      for (const secret of [
        ...secrets,
        ...secrets.map((key) => Buffer.from(key).toString('base64')),
      ]) {
        expect(bytes.includes(secret), name).toBe(false);
      }
    }
    await sandbox.close();
  });

  it('does not replace another kind of file, nor that of a newer version', async () => {
    const path = join(folder, 'sandbox.db');
    await writeFile(path, 'this is no database, and it is long enough to be looked at');
    await expect(startSandbox({ folder })).rejects.toThrow();
    expect(await readFile(path, 'utf8')).toMatch(/^this is no database/);
    await rm(path);

    const other = new Database(path);
    other.exec('CREATE TABLE other (a)');
    other.close();
    await expect(startSandbox({ folder })).rejects.toThrow(/not a sandbox/);
    await rm(path);

    await (await startSandbox({ folder })).close();
    const newer = new Database(path);
    newer.pragma('user_version = 99');
    newer.close();
    await expect(startSandbox({ folder })).rejects.toThrow(/newer/);
    await chmod(path, 0o600);
  });
});

async function stageOf(sandbox: Awaited<ReturnType<typeof startSandbox>>): Promise<Stage> {
  return {
    folder,
    sandbox,
    call: callTo(sandbox),
    asUser: () => userHeader(sandbox.userApiKey),
    stop: sandbox.close,
  };
}
