import { app, type BrowserWindow } from 'electron';
import { ask } from './ask.ts';
import { fill, type Texts } from './texts.ts';

/** Licences that a person can choose to read. */
type Licences = 'parts' | 'chromium';

/** Shows the version and its parts; returns the licences that the person wants to read. */
export async function showAbout(
  window: BrowserWindow | null,
  texts: Texts['about'],
  hasChromium: boolean,
): Promise<Licences | null> {
  const { electron = '', chrome = '' } = process.versions;
  const response = await ask(window, {
    type: 'none',
    message: `Zubi ${app.getVersion()}`,
    detail: fill(texts.detail, { electron, chrome }),
    buttons: [texts.close, texts.licences, ...(hasChromium ? [texts.chromium] : [])],
    defaultId: 0,
    cancelId: 0,
  });
  return ([null, 'parts', 'chromium'] as const)[response] ?? null;
}
