import { app, dialog } from 'electron';
import type { Language } from '../../../contract/choices.ts';
import { explained } from './exit-code.ts';
import { languageOf, textsIn } from './texts.ts';

/**
 * Shows why Zubi does not open, or cannot go on, and ends. Before `ready` a box would only be a
 * line on stderr on Linux, and the system's languages are not known.
 */
export function refuse(wordsIn: (language: Language) => string): void {
  void app.whenReady().then(() => {
    const language = languageOf(...app.getPreferredSystemLanguages(), app.getLocale());
    dialog.showErrorBox(textsIn(language).start.failed, wordsIn(language));
    app.exit(explained);
  });
}
