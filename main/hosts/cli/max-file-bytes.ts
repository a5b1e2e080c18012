import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usualMaxFileBytes } from '../../../contract/choices.ts';
import { chooseDataFolder, readSurroundings } from '../host.ts';

/** The limit for one file from the settings, as the window and `submit` have it. */
export async function findMaxFileBytes(data: string | null): Promise<number> {
  const path = join(chooseDataFolder(data, readSurroundings()), 'settings.json');
  if (!existsSync(path)) return usualMaxFileBytes;
  const { settingsSchema } = await import('../../../contract/settings.ts');
  const { parseObject } = await import('../../platform/files/json-file.ts');
  try {
    const { maxFileBytes } = parseObject(readFileSync(path, 'utf8'));
    return settingsSchema.shape.maxFileBytes.parse(maxFileBytes);
  } catch {
    return usualMaxFileBytes;
  }
}
