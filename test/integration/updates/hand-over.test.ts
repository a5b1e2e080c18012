import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { makeFolder } from './publisher.ts';

const script = join(import.meta.dirname, 'hand-over-run.ts');

/** Programs that note how they were called; only `apt-get` does not fail. */
function makePackageManagers(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const [name, end] of Object.entries({ apt: 1, dpkg: 1, 'apt-get': 0 }))
    writeFileSync(
      join(bin, name),
      `#!/bin/sh\necho ${name} "$@" >> '${bin}/calls'\nexit ${end}\n`,
      {
        mode: 0o755,
      },
    );
  // Who is not root asks for the administrator’s password with it.
  writeFileSync(join(bin, 'pkexec'), '#!/bin/sh\nshift\nexec "$@"\n', { mode: 0o755 });
  return bin;
}

/** An installed "AppImage" and a newer one, which notes that it was started. */
async function update(version: string, { changed = [] as string[], isBlocked = false } = {}) {
  const folder = makeFolder();
  const installed = join(folder, 'installed.AppImage');
  const started = join(folder, 'started');
  const newer = join(folder, 'downloaded');
  const program = `#!/bin/sh\necho started > '${started}'\n`;
  writeFileSync(installed, '#!/bin/sh\n', { mode: 0o755 });
  if (isBlocked) mkdirSync(`${installed}.new`);
  writeFileSync(newer, program);
  writeFileSync(join(folder, 'app-update.yml'), 'updaterCacheDirName: zubi-updater\n');
  const env = {
    ...process.env,
    HERE: folder,
    APPIMAGE: installed,
    XDG_CACHE_HOME: join(folder, 'cache'),
    HOME: folder,
  };
  const args = ['--no-warnings', script, newer, version, ...changed];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return { said: stdout, isReplaced: readFileSync(installed, 'utf8') === program, started };
}

describe.skipIf(process.platform !== 'linux')('electron-updater, given one verified file', () => {
  it('replaces the AppImage by it and starts it, unless the person stays', async () => {
    const { said, isReplaced, started } = await update('0.1.0');
    expect([said, isReplaced]).toEqual(['[false,true,false]', true]);
    await expect.poll(() => existsSync(started), { timeout: 10_000 }).toBe(true);
  });

  it('refuses a file that is not the signed one, and an older version', async () => {
    const changed = await update('0.1.0', { changed: ['other bytes'] });
    expect([changed.said, changed.isReplaced]).toEqual([expect.stringMatching(/sha512/), false]);
    const older = await update('0.0.8');
    expect([older.said, older.isReplaced]).toEqual([expect.stringMatching(/not take/), false]);
  });

  it('installs a package with one command, and reports that it failed', async () => {
    const folder = makeFolder();
    const bin = makePackageManagers(folder);
    writeFileSync(join(folder, 'newer'), 'a package');
    writeFileSync(join(folder, 'app-update.yml'), 'updaterCacheDirName: zubi-updater\n');
    const env = {
      ...process.env,
      HERE: folder,
      KIND: 'deb',
      PATH: `${bin}:${process.env.PATH}`,
      XDG_CACHE_HOME: join(folder, 'cache'),
      HOME: folder,
    };
    const args = ['--no-warnings', script, join(folder, 'newer'), '0.1.0'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(stdout).toBe('[false,true,true]');
    expect(readFileSync(join(bin, 'calls'), 'utf8')).toMatch(/^apt install .*zubi-new\.deb\n$/);
  });

  it('reports a file that cannot be put there, and leaves the one before', async () => {
    const { said, isReplaced } = await update('0.1.0', { isBlocked: true });
    expect([said, isReplaced]).toEqual(['[false,true,true]', false]);
  });
});
