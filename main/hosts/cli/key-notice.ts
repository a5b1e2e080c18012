import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../app-options.ts';
import { openVaultFile } from '../../platform/secrets/vault-file.ts';
import type { Texts } from '../../platform/texts.ts';
import { callOrThrow } from '../call-or-throw.ts';
import { complain } from './output.ts';

/**
 * Call it before the core opens; the returned function prints on standard error, once, that only a
 * key file protects keys that this run is the first to keep, or that they have moved under the
 * passphrase. Prints nothing when the core no longer answers: a command's own error is shown.
 */
export function createKeyNotice(
  dataFolder: string,
  texts: Texts,
): (app: Pick<App, 'call'>) => Promise<void> {
  const secretsFile = join(dataFolder, 'secrets.json');
  const { current, keys } = openVaultFile(dataFolder, () => new Date()).read();
  const before = current === null ? null : (keys[current]?.backend ?? null);
  let isOver = existsSync(secretsFile) && before !== 'key_file';
  return async (app) => {
    if (isOver || !existsSync(secretsFile)) return;
    const status = await callOrThrow(app, 'app.status', {}).catch(() => null);
    if (status === null || isOver) return;
    isOver = true;
    const { protection } = status;
    if (before === null && protection.backend === 'key_file')
      complain(texts.say('keys.keyFile', { dataFolder }));
    if (before === 'key_file' && protection.backend === 'passphrase')
      complain(texts.say('keys.nowPassphrase', { dataFolder }));
  };
}
