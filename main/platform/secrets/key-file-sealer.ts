import { Buffer } from 'node:buffer';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { corruptName } from '../files/json-file.ts';
import { preparePrivateFolder } from '../files/private-folder.ts';
import { toStorageError, writeWholeFile } from '../files/whole-file.ts';
import type { Clock } from '../ports.ts';
import { systemCode } from '../system-code.ts';
import { createKey, openBox, sealBox } from './sealed-box.ts';
import type { Sealer } from './sealer.ts';
import { wiped } from './secret.ts';
import { unreadable } from './vault-error.ts';

const context = 'zubi key file 1';

/**
 * Seals with a key in `secrets.key`, mode 0600, in the data folder. It keeps other users out and
 * keeps secrets out of copies of `secrets.json`; it does not protect from those who can read the
 * folder, and says so.
 */
export function createKeyFileSealer(options: {
  readonly dataFolder: string;
  readonly clock: Clock;
}): Sealer {
  const path = join(options.dataFolder, 'secrets.key');
  return {
    backend: 'key_file',
    protects: false,
    keeps: true,
    available: async () => true,
    sealKey: async (key) => {
      preparePrivateFolder(options.dataFolder);
      using outer = wiped(readKeyFile(path) ?? makeKeyFile(path, options.clock));
      return sealBox(outer, key, context);
    },
    openKey: async (sealed) => {
      const bytes = readKeyFile(path);
      if (bytes === null) throw unreadable('missing');
      using outer = wiped(bytes);
      return { key: openBox(outer, sealed, context), stale: false };
    },
    forgetKey: async () => rmSync(path, { force: true }),
  };
}

/** Null when the file is missing or does not hold 32 bytes of Base64. */
function readKeyFile(path: string): Buffer | null {
  try {
    const text = readFileSync(path, 'utf8').trim();
    const key = Buffer.from(text, 'base64');
    return key.length === 32 && key.toString('base64') === text ? key : null;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw unreadable('unavailable');
  }
}

function makeKeyFile(path: string, clock: Clock): Buffer {
  try {
    // A damaged file is kept: a person may repair it.
    renameSync(path, corruptName(path, clock));
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw toStorageError(error, path);
  }
  const key = createKey();
  writeWholeFile(path, `${key.toString('base64')}\n`);
  return key;
}
