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

  it('refuses an unknown method', async () => {
    expect((await command(['call', 'companies.destroy', ...data()])).exitCode).toBe(2);
  });
});
