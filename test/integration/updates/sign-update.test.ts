import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from './publisher.ts';

/** electron-builder's own words for an architecture in a file's name. */
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const { Arch, getArtifactArchName } = ofBuilder('builder-util') as {
  readonly Arch: Readonly<Record<'x64' | 'arm64', number>>;
  getArtifactArchName(arch: number, extension: string): string;
};

const kinds = [
  ['win', 'win32', 'exe', 'nsis'],
  ['mac', 'darwin', 'zip', 'zip'],
  ['linux', 'linux', 'AppImage', 'AppImage'],
  ['linux', 'linux', 'deb', 'deb'],
  ['linux', 'linux', 'rpm', 'rpm'],
] as const;

it('the signed manifest has the file of each system, processor and kind, and the notes in each language', () => {
  const folder = makeFolder();
  const sign = (...args: string[]) =>
    execFileSync(process.execPath, ['scripts/sign-update.mjs', ...args], { stdio: 'pipe' });
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const expected = (['x64', 'arm64'] as const).flatMap((arch) =>
    kinds.map(([system, platform, extension, kind]) => {
      const named = getArtifactArchName(Arch[arch], extension);
      const name = `zubi-1.2.3-${system}-${named}.${extension}`;
      write(name, name);
      return { platform, arch, kind, name };
    }),
  );
  for (const other of ['zubi-1.2.3-mac-x64.dmg', 'zubi-1.2.2-win-x64.exe', 'zubi-linux.cdx.json'])
    write(other, other);
  const key = join(folder, 'private.pem');
  const out = join(folder, 'updates.json');
  sign('new-key', '--key', key, '--manifest-url', 'https://zubi.example/updates.json');
  // An existing key is never overwritten.
  const made = readFileSync(key, 'utf8');
  expect(() => sign('new-key', '--key', key, '--manifest-url', 'https://x.example/')).toThrow();
  expect(readFileSync(key, 'utf8')).toBe(made);
  sign(
    ...['sign', '--key', key, '--files', folder, '--version', '1.2.3', '--rollout', '0.01'],
    ...['--changelog', write('CHANGELOG.md', '# Changelog\n\n## 1.2.3 (2026-11-29)\n\n- New.\n')],
    ...['--notes-es', write('es.md', '- Nuevo.\n'), '--notes-eu', write('eu.md', '- Berria.\n')],
    ...['--out', out],
  );
  const { signed } = JSON.parse(readFileSync(out, 'utf8'));
  const { files, rollout, notes } = JSON.parse(signed);
  expect([rollout, notes]).toEqual([0.01, { en: '- New.', es: '- Nuevo.', eu: '- Berria.' }]);
  const byName = (one: { name: string }, other: { name: string }) =>
    one.name < other.name ? -1 : 1;
  expect(files.toSorted(byName)).toMatchObject(expected.toSorted(byName));
});
