import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LogFolder } from './fixture.ts';

let folder: LogFolder;

beforeEach(() => {
  folder = new LogFolder();
});
afterEach(() => folder.remove());

// holds K11
test.each([
  ['exception', 70, 'internal'],
  ['coded', 71, 'ECANARY'],
  ['rejection', 70, 'internal'],
])('an uncaught fault (%s) is logged by its code, and shown nowhere', (kind, status, errorCode) => {
  const script = fileURLToPath(new URL('./fatal-child.ts', import.meta.url));
  const child = spawnSync(process.execPath, [script, folder.path, kind], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(child.status).toBe(status);
  expect(child.stderr).toBe('');
  expect(folder.lines()).toMatchObject([{ event: 'process.fault', errorCode, errorName: 'Error' }]);
  expect(folder.text()).not.toContain('CANARY in');
  const told = JSON.parse(child.stdout);
  expect(told.excludeEnv).toBe(true);
  if (process.platform !== 'win32') expect(told.umask).toBe(0o077);
  expect(told.theirs, 'a browser it opens').toBe(told.before);
  if (process.platform === 'linux') expect(Number.parseInt(told.filter, 16)).toBe(0);
});
