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
  /** Written by the core; read here before the core is open. */
  language: languageSchema,
  appearance: appearanceSchema,
  window: windowPlaceSchema,
  /** The window's place on each screen, by the screen's number. */
  windows: z.record(z.string(), windowPlaceSchema),
  /** Documents opened last, newest first; absolute. */
  recentFiles: z.array(z.string().min(1)).max(10),
  /** The folder where a person last chose a document; absolute. */
  lastFolder: z.string().min(1),
  /** The folder where they last saved one. */
  lastSaved: z.string().min(1),
});

/** The desktop's preferences, all optional. */
export type DesktopPreferences = Partial<z.infer<typeof preferencesSchema>>;

/** The preferences once they are open; empty before. */
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

  /** A folder of the preferences, where a dialog begins. */
  folderOf(name: 'lastFolder' | 'lastSaved'): LastFolder {
    return { read: () => this.read()[name], keep: (folder) => this.keep({ [name]: folder }) };
  }

  /** A full disk loses this preference and nothing else. */
  keep(change: DesktopPreferences): void {
    try {
      this.#file?.write(change);
    } catch {
      this.#log.warn('desktop.preference_not_kept');
    }
  }
}

/** Opens them. The core sets a damaged file aside and reports it. */
export function openDesktopPreferences(
  options: Pick<PreferenceFileOptions<never>, 'dataFolder' | 'open' | 'clock'>,
): GuardedFile<DesktopPreferences> {
  return openPreferenceFile({ ...options, schema: preferencesSchema, setsAside: false });
}
