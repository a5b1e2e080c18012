import { app, type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import { fill, type Texts } from './texts.ts';

/** Which licences a person wants to read. */
export type Licences = 'parts' | 'chromium';

/** Says which version this is and what it is made of; gives back what a person wants to read. */
export async function showAbout(
  window: BrowserWindow | null,
  texts: Texts['about'],
  hasChromium: boolean,
): Promise<Licences | null> {
  const { electron = '', chrome = '' } = process.versions;
  const options: MessageBoxOptions = {
    type: 'none',
    title: 'Zubi',
    message: `Zubi ${app.getVersion()}`,
    detail: fill(texts.detail, { electron, chrome }),
    buttons: [texts.close, texts.licences, ...(hasChromium ? [texts.chromium] : [])],
    ...{ defaultId: 0, cancelId: 0, noLink: true },
  };
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return ([null, 'parts', 'chromium'] as const)[response] ?? null;
}
