import { join } from 'node:path';
import { type Settings, settingsSchema } from '../../../contract/settings.ts';
import { createJsonFile, type GuardedFile } from '../../platform/files/json-file.ts';
import type { Clock } from '../../platform/ports.ts';

/** Opens `settings.json`. */
export function openSettings(dataFolder: string, clock: Clock): GuardedFile<Settings> {
  return createJsonFile<Settings>({
    path: join(dataFolder, 'settings.json'),
    version: 1,
    schema: settingsSchema,
    defaults: settingsSchema.parse({}),
    setAside: 'at_once',
    clock,
  });
}
