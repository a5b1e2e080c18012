import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../app-options.ts';
import type { Texts } from '../../platform/texts.ts';
import { callOrThrow } from './call-or-throw.ts';
import { complain } from './output.ts';

/**
 * Asked for before the core is opened: what it gives back says on standard error, once in the life
 * of a data folder, that its keys are kept by a key file alone. Silent where something protects
 * them, or where they were kept by an earlier run.
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
