import { app, nativeTheme } from 'electron';
import type { Language } from '../../../contract/choices.ts';
import { callOrThrow } from '../call-or-throw.ts';
import type { DesktopPreferences } from './desktop-preferences.ts';
import type { HostedApp } from './hosted-app.ts';
import { languageOf, type Texts, textsIn } from './texts.ts';

/** The language of the system. Known once the application is ready. */
export function systemLanguage(): Language {
  return languageOf(...app.getPreferredSystemLanguages(), app.getLocale());
}

/** The settings that the desktop follows: the system's, then the preferences', then the core's. */
export class DesktopSettings {
  #language: Language = 'es';
  #notifies = true;

  get language(): Language {
    return this.#language;
  }

  get texts(): Texts {
    return textsIn(this.#language);
  }

  /** Whether a person wants notifications. */
  get notifies(): boolean {
    return this.#notifies;
  }

  beginWithSystem(): void {
    this.#language = systemLanguage();
  }

  beginWithPreferences({ language, appearance }: DesktopPreferences): void {
    this.#language = language ?? this.#language;
    nativeTheme.themeSource = appearance ?? 'system';
  }

  async read(core: HostedApp): Promise<void> {
    const settings = await callOrThrow(core, 'settings.get', {}).catch(() => null);
    if (settings === null) return;
    this.#language = settings.language;
    this.#notifies = settings.notifyWhenDone;
    nativeTheme.themeSource = settings.appearance;
  }
}
