import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explained } from '../../../main/hosts/desktop/exit-code.ts';
import { whyNoElectron } from '../../../scripts/electron-program.mjs';
import { judgeEnd, runDesktop } from '../../../scripts/run-electron.mjs';

// A program in Electron's place: its only argument decides its end.
const program = `#!/bin/sh
case "$1" in SIG*) kill -"$(echo "$1" | cut -c4-)" $$;; *) exit "$1";; esac
`;
const isWindows = process.platform === 'win32';

/** A clock that shows `seconds` more at its second look. */
function clockAfter(seconds: number): () => number {
  let looks = 0;
  return () => {
    looks += 1;
    return looks === 1 ? 5000 : 5000 + seconds * 1000;
  };
}

describe.skipIf(isWindows)('a desktop that ends', () => {
  let folder: string;
  let electron: string;
  const end = (how: string | number, seconds: number) =>
    runDesktop(electron, [String(how)], clockAfter(seconds));
  const fallsBack = async (how: string | number, seconds: number) =>
    'reason' in (await end(how, seconds));

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'zubi-launcher-'));
    electron = join(folder, 'electron');
    writeFileSync(electron, program);
    chmodSync(electron, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each([2, 12])(
    'stays ended after success, or after its own box (after %i s)',
    async (seconds) => {
      expect(await end(0, seconds)).toEqual({ code: 0 });
      expect(await end(explained, seconds)).toEqual({ code: 70 });
    },
  );

  test('counts as failed to start with another code, unless it ran for a while', async () => {
    expect(await end(1, 2)).toEqual({ reason: 'Electron could not start (code 1)' });
    expect(await fallsBack(127, 2)).toBe(true);
    expect(await end(1, 12)).toEqual({ code: 1 });
  });

  test.each(['SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGSYS', 'SIGFPE'])(
    'counts as crashed after %s: the browser takes its place',
    async (signal) => {
      const crashed = { reason: `Electron crashed (${signal})` };
      expect([await end(signal, 2), await end(signal, 12)]).toEqual([crashed, crashed]);
    },
  );

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGKILL', 137],
  ])('counts as ended by somebody after %s', async (signal, code) => {
    for (const seconds of [2, 12]) expect(await end(signal, seconds)).toEqual({ code });
    // A script around Electron reports the signal as a code.
    expect(await end(code, 2)).toEqual({ code });
  });

  test('counts as failed to start when it is no program of this system', async () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'MZ');
    expect(await runDesktop(other, [])).toEqual({ reason: 'Electron could not start (EACCES)' });
  });
});

test.each([0xc0000005, 0x80000003])('a crash on Windows is reported by its number', (code) => {
  const reason = `Electron crashed (0x${code.toString(16)})`;
  expect(judgeEnd({ code, signal: null, seconds: 3600 })).toEqual({ reason });
});

test('Electron is not even fetched where Linux has no screen for it, or for root', () => {
  const on = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, user = 1000) =>
    whyNoElectron({ platform, env, getuid: () => user });
  expect([on('win32', {}), on('darwin', {}, 0)]).toEqual([null, null]);
  expect([on('linux', { DISPLAY: ':0' }), on('linux', { WAYLAND_DISPLAY: '0' })]).toEqual([
    null,
    null,
  ]);
  expect(on('linux', {})).toContain('no screen');
  expect(on('linux', { DISPLAY: ':0' }, 0)).toContain('root');
});

describe.skipIf(isWindows)('npm start', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'zubi-launcher-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts with an Electron that is this script; the browser's host only prints its usage. */
  async function start(script: string | null) {
    if (script !== null) {
      writeFileSync(join(folder, 'electron'), `#!/bin/sh\necho "started $*"\n${script}\n`);
      chmodSync(join(folder, 'electron'), 0o755);
    }
    const env = {
      ...process.env,
      ELECTRON_OVERRIDE_DIST_PATH: folder,
      ELECTRON_RUN_AS_NODE: '1',
      LC_ALL: 'en_GB.UTF-8',
    };
    const child = spawn(process.execPath, ['scripts/start.mjs', '--help', 'a.xml'], { env });
    let said = '';
    for (const output of [child.stdout, child.stderr])
      output.on('data', (chunk) => {
        said += chunk;
      });
    const code = await new Promise((resolve) => child.once('close', resolve));
    return { code, said };
  }

  test('runs the named Electron, and the browser’s host when that crashes', async () => {
    const missing = await start(null);
    expect(missing.said).toContain('(ELECTRON_OVERRIDE_DIST_PATH): opening Zubi in the browser');
    // As an editor's terminal sets it, Electron would be a plain Node.
    const well = await start('test -z "$ELECTRON_RUN_AS_NODE"');
    expect(well.code).toBe(0);
    expect(well.said).toMatch(/started .* --sandbox-on-first-use --help a\.xml/);
    expect(well.said).not.toContain('browser');
    const refused = await start('exit 70');
    expect(refused.code).toBe(70);
    expect(refused.said).not.toContain('browser');
    const crashed = await start('kill -TRAP $$');
    expect(crashed.said).toContain('Electron crashed (SIGTRAP): opening Zubi in the browser');
    expect(crashed.said).toContain('drop the documents on the window');
    expect(crashed.said).toContain('zubi serve');
    expect(crashed.code).toBe(0);
  });
});
