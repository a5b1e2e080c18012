import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from './run-command.ts';
import { makeFolder } from './run-zubi.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
const data = () => ['--data', folder.path];
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

describe('zubi call', () => {
  it('prints a refusal as JSON, says it in words, and ends with 1', async () => {
    const { exitCode, stdout, stderr } = await command([
      'call',
      'companies.get',
      '{"id":"nobody"}',
      ...data(),
    ]);
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'company_unknown', details: expect.any(Object) },
    });
    expect(stderr.trimEnd()).toMatch(/^zubi: .+ \(company_unknown\)$/);
  });

  it('refuses invalid JSON without repeating it', async () => {
    const { exitCode, stdout, stderr } = await command([
      'call',
      'connection.set',
      '{"userApiKey": "secret-in-broken-json',
      ...data(),
    ]);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).not.toContain('secret-in-broken-json');
  });

  it('takes a byte order mark before its input, as Windows PowerShell sends it', async () => {
    const input = '\uFEFF{"officeName": "Ría"}';
    const { exitCode, stdout } = await command(['call', 'settings.set', '-', ...data()], { input });
    expect([exitCode, JSON.parse(stdout).officeName]).toEqual([0, 'Ría']);
  });

  it('says that its input is too large, not that it is no JSON', async () => {
    const input = `{}${' '.repeat(16 * 1024 * 1024)}`;
    const ended = await command(['call', 'app.status', '-', ...data()], { input });
    expect([ended.exitCode, JSON.parse(ended.stdout).error.code]).toEqual([1, 'too_large']);
  });

  it('refuses paths that are no list, as wrong usage', async () => {
    const ended = await command(['call', 'submissions.check', '{"paths":"a"}', ...data()]);
    expect([ended.exitCode, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toContain('«paths»');
  });

  it('names a path as it was given where the method takes no file, and takes none', async () => {
    const { exitCode, stderr } = await command([
      'call',
      'backup.read',
      '{"path":"/no/file"}',
      ...data(),
    ]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('«path»')]);
  });

  it('refuses an unknown method', async () => {
    expect((await command(['call', 'companies.destroy', ...data()])).exitCode).toBe(2);
  });
});

describe('a command that fails', () => {
  it('says with --json what failed, as JSON', async () => {
    const ended = await command(['validate', 'a.xml', '--json', '--schemas', '/no/folder']);
    expect(ended.exitCode).toBe(2);
    const { error } = JSON.parse(ended.stdout) as { error: { code: string } };
    expect(ended.stderr).toContain(`(${error.code})`);
  });

  it.each([
    [['history', '--from', '2026-13-01'], 'AAAA-MM-DD'],
    [['history', '--limit', '0'], 'mayor que cero'],
    [['sandbox', '--port', '99999'], '65535'],
    [['validate', 'a.xml', '--data', ' '], 'carpeta'],
    [['validate', 'a.xml', '--schemas', ''], 'carpeta'],
    [['validate', 'a.xml', '--output', ''], 'archivo'],
    [['profile', 'show', '--output', ''], 'archivo'],
    [['profile', 'try', '--answer', ''], 'archivo'],
  ])('says why it does not take a value: %s', async (args, words) => {
    const { exitCode, stderr } = await command(args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(words);
  });

  it.each(['sandbox', 'serve'])('%s says that its port is in use', async (name) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { exitCode, stderr } = await command([name, '--port', String(port), ...data()]);
    taken.close();
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--port 0');
  });
});
