import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The mark in Electron's binaries that the fuses follow. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** The opposite of every fuse of a packed Zubi. */
const everyFuseWrong = '101100110';

/**
 * A folder that looks to electron-builder like an unpacked Electron for Linux. Its program is a few
 * bytes around a fuse wire, so that setting the fuses is real although nothing here could run.
 * `fuses` are the wire's characters.
 */
export function makeStandInElectron(folder: string, version: string, fuses = everyFuseWrong): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  const program = join(folder, 'electron');
  writeFileSync(
    program,
    `no program ${sentinel}\x01${String.fromCharCode(fuses.length)}${fuses} nothing`,
    'latin1',
  );
  chmodSync(program, 0o755);
  writeFileSync(join(folder, 'version'), version);
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), name);
  for (const language of ['es', 'en-US', 'fr'])
    writeFileSync(join(folder, 'locales', `${language}.pak`), language);
}
