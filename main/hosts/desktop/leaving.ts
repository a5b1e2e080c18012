import { dialog, type MessageBoxOptions } from 'electron';
import { progressSchema } from '../../../contract/queue.ts';
import { askCore, type HostedApp } from './hosted-app.ts';
import type { MainWindow } from './main-window.ts';
import { fill, type Texts } from './texts.ts';

/**
 * `now`: nothing would leave any more; `finish`: quit when everything has left; `pause`: quit when
 * what is on its way has its answer.
 */
export type Leaving = 'now' | 'finish' | 'pause' | 'stay';

const choices: readonly Leaving[] = ['finish', 'pause', 'stay'];

/** Asks whether edits that are not saved may be lost. */
export async function askToDiscard(texts: Texts['unsaved'], window: MainWindow): Promise<boolean> {
  const { message, detail, discard, stay } = texts;
  const choice = { buttons: [discard, stay], defaultId: 1, cancelId: 1 };
  const response = await ask({ message, detail, ...choice }, window);
  return response === 0;
}

/** Asks how to quit while files are on their way or about to go; a paused queue does not ask. */
export async function askHowToLeave(
  core: HostedApp,
  texts: Texts['leaving'],
  window: MainWindow,
): Promise<Leaving> {
  const progress = await askCore(core, 'submissions.progress', progressSchema);
  if (progress === null) return 'now';
  const { sending, queued, held, paused } = progress;
  const left = sending + (paused ? 0 : queued - held);
  if (left === 0) return 'now';
  const message = fill(left === 1 ? texts.one : texts.many, { count: left });
  const buttons = [texts.finish, texts.pause, texts.stay];
  const choice = { buttons, defaultId: 0, cancelId: 2 };
  const response = await ask({ message, detail: texts.detail, ...choice }, window);
  return choices[response] ?? 'stay';
}

/** The place of the pressed button. */
async function ask(question: MessageBoxOptions, window: MainWindow): Promise<number> {
  const options: MessageBoxOptions = { type: 'question', title: 'Zubi', noLink: true, ...question };
  // A person does not see a question on a minimised or closed window.
  await window.show();
  const { response } = await (window.current === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window.current, options));
  return response;
}
