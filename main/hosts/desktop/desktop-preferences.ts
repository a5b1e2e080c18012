import { z } from 'zod';
import { appearanceSchema, languageSchema } from '../../../contract/settings.ts';
import type { GuardedFile } from '../../platform/files/json-file.ts';
import {
  openPreferenceFile,
  type PreferenceFileOptions,
} from '../../platform/files/preference-file.ts';
import { windowPlaceSchema } from './window-place.ts';

const preferencesSchema = z.object({
  /** Written by the core; read here for what shows before the core is open. */
  language: languageSchema,
  appearance: appearanceSchema,
  window: windowPlaceSchema,
  /** Where a person last chose a document; absolute. */
  lastFolder: z.string().min(1),
});

/** What the desktop reads and keeps among the preferences; none of it need be there. */
export type DesktopPreferences = Partial<z.infer<typeof preferencesSchema>>;

/** Opens them. A damaged file is left for the core, which puts it aside and says so. */
export function openDesktopPreferences(
  options: Pick<PreferenceFileOptions<never>, 'dataFolder' | 'open' | 'clock'>,
): GuardedFile<DesktopPreferences> {
  return openPreferenceFile({ ...options, schema: preferencesSchema, setsAside: false });
}
