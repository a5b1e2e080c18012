import { afterEach, expect, test, vi } from 'vitest';
import { openAddress } from '../../../main/hosts/cli/open-address.ts';
import { hardenProcess } from '../../../main/platform/log/harden-process.ts';

const spawned = vi.hoisted(() => ({ all: [] as unknown[][] }));
vi.mock('node:child_process', async (original) => ({
  ...(await original<typeof import('node:child_process')>()),
  spawn(program: string, args: readonly string[]) {
    spawned.all.push([program, args, process.umask()]);
    return { on: () => undefined, unref: () => undefined };
  },
}));
afterEach(() => vi.unstubAllEnvs());

test.skipIf(process.platform !== 'linux')('the browser makes files as its person does', () => {
  vi.stubEnv('DISPLAY', ':0');
  const quiet = () => undefined;
  const personUmask = process.umask();
  const end = hardenProcess({ log: { info: quiet, warn: quiet, error: quiet }, onFatal: quiet });
  openAddress('http://127.0.0.1:1/');
  expect(process.umask(personUmask)).toBe(0o077);
  end();
  expect(spawned.all).toEqual([['xdg-open', ['http://127.0.0.1:1/'], personUmask]]);
});
