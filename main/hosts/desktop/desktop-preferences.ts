import { z } from 'zod';
import { appearanceSchema, languageSchema } from '../../../contract/settings.ts';
import type { GuardedFile } from '../../platform/files/json-file.ts';
import {
  openPreferenceFile,
  type PreferenceFileOptions,
} from '../../platform/files/preference-file.ts';
import type { Log } from '../../platform/ports.ts';
import type { LastFolder } from './choose-documents.ts';
import { windowPlaceSchema } from './window-place.ts';

const preferencesSchema = z.object({
  /** Written by the core; read here for what shows before the core is open. */
  language: languageSchema,
  appearance: appearanceSchema,
  window: windowPlaceSchema,
  /** The same on each screen, by the screen's number. */
  windows: z.record(z.string(), windowPlaceSchema),
  /** Opened last, the newest first; absolute. */
  recentFiles: z.array(z.string().min(1)).max(10),
  /** Where a person last chose a document; absolute. */
  lastFolder: z.string().min(1),
  /** Where they last saved one. */
  lastSaved: z.string().min(1),
});

/** What the desktop reads and keeps among the preferences; none of it need be there. */
export type DesktopPreferences = Partial<z.infer<typeof preferencesSchema>>;

/** The preferences once they are open; nothing before. */
export class Remembered {
  readonly #log: Log;
  #file: GuardedFile<DesktopPreferences> | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  open(file: GuardedFile<DesktopPreferences>): void {
    this.#file = file;
  }

  read(): DesktopPreferences {
    return this.#file?.read() ?? {};
  }

  /** One of the folders, for a dialog that begins there. */
  folderOf(name: 'lastFolder' | 'lastSaved'): LastFolder {
    return { read: () => this.read()[name], keep: (folder) => this.keep({ [name]: folder }) };
  }

  /** A full disk costs a person this preference and nothing else. */
  keep(change: DesktopPreferences): void {
    try {
      this.#file?.write(change);
    } catch {
      this.#log.warn('desktop.preference_not_kept');
    }
  }
}

/** Opens them. A damaged file is left for the core, which puts it aside and says so. */
export function openDesktopPreferences(
  options: Pick<PreferenceFileOptions<never>, 'dataFolder' | 'open' | 'clock'>,
): GuardedFile<DesktopPreferences> {
  return openPreferenceFile({ ...options, schema: preferencesSchema, setsAside: false });
}
