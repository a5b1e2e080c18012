import { app, dialog } from 'electron';
import type { Language } from '../../../contract/choices.ts';
import { systemLanguage } from './desktop-settings.ts';
import { explained } from './exit-code.ts';
import { textsIn } from './texts.ts';

/**
 * Shows why Zubi does not open, or cannot go on, and ends. Before `ready` a box would only be a
 * line on stderr on Linux, and the system's languages are not known.
 */
export function refuse(wordsIn: (language: Language) => string): void {
  void app.whenReady().then(() => {
    const language = systemLanguage();
    endExplained(language, wordsIn(language));
  });
}

/** Shows why Zubi does not open, and ends. */
export function endExplained(language: Language, reason: string): void {
  dialog.showErrorBox(textsIn(language).start.failed, reason);
  app.exit(explained);
}
