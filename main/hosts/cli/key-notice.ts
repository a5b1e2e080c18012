import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../app-options.ts';
import type { Texts } from '../../platform/texts.ts';
import { callOrThrow } from './call-or-throw.ts';
import { complain } from './output.ts';

/**
 * Call it before the core opens; the returned function prints on standard error, once per data
 * folder, that only a key file protects the keys. Silent when something else protects them, or when
 * an earlier run kept them.
 */
export function createKeyNotice(
  dataFolder: string,
  texts: Texts,
): (app: Pick<App, 'call'>) => Promise<void> {
  const secretsFile = join(dataFolder, 'secrets.json');
  let isOver = existsSync(secretsFile);
  return async (app) => {
    if (isOver || !existsSync(secretsFile)) return;
    isOver = true;
    const { protection } = await callOrThrow(app, 'app.status', {});
    if (protection.backend === 'key_file') complain(texts.say('keys.keyFile', { dataFolder }));
  };
}
