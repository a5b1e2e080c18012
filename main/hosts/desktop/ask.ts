import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';

/** Shows a message in a box of the system; returns the place of the pressed button. */
export async function ask(
  window: BrowserWindow | null,
  question: Omit<MessageBoxOptions, 'title' | 'noLink'>,
): Promise<number> {
  const options = { title: 'Zubi', noLink: true, ...question };
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response;
}
