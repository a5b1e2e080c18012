import { join } from 'node:path';
import type { Language } from '../../../contract/choices.ts';
import { type Settings, settingsInputSchema, settingsSchema } from '../../../contract/settings.ts';
import { createJsonFile } from '../../platform/files/json-file.ts';
import {
  openConf,
  openPreferenceFile,
  type PreferenceFileOptions,
} from '../../platform/files/preference-file.ts';
import type { Clock } from '../../platform/ports.ts';
import type { SettingsFile } from '../core.ts';

const fields = { language: true, appearance: true, notifyWhenDone: true, density: true } as const;
const guardedSchema = settingsSchema.omit(fields);

/** Opens `settings.json`, which must never be lost, and `preferences.json`, which may be lost. */
export function openSettings(
  dataFolder: string,
  clock: Clock,
  {
    open = openConf,
    setsAside = true,
    usualLanguage = 'es',
  }: Partial<
    Pick<PreferenceFileOptions<never>, 'open' | 'setsAside'> & { readonly usualLanguage: Language }
  > = {},
): SettingsFile {
  const guarded = createJsonFile({
    path: join(dataFolder, 'settings.json'),
    version: 1,
    schema: guardedSchema,
    defaults: guardedSchema.parse({}),
    setAside: setsAside ? 'at_once' : 'on_write',
    clock,
  });
  const schema = settingsInputSchema.pick(fields);
  const preferences = openPreferenceFile({ dataFolder, schema, open, setsAside, clock });
  const readBoth = () =>
    settingsSchema.parse({ language: usualLanguage, ...guarded.read(), ...preferences.read() });
  let settings = readBoth();
  return {
    read: () => settings,
    write(value) {
      const { language, appearance, notifyWhenDone, density, ...kept } = value;
      guarded.write(kept);
      const chosen = Object.entries({ language, appearance, notifyWhenDone, density });
      const changed = chosen.filter(([name, each]) => each !== settings[name as keyof Settings]);
      if (changed.length > 0) preferences.write(Object.fromEntries(changed));
      settings = readBoth();
    },
    faults: () => ({ 'settings.json': guarded.fault(), 'preferences.json': preferences.fault() }),
  };
}
