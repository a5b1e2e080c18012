import { callOrThrow } from '../call-or-throw.ts';
import { ask } from './ask.ts';
import type { HostedApp } from './hosted-app.ts';
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
  return (await askInFront(window, { message, detail, ...choice })) === 0;
}

/** Asks how to quit while files are on their way or about to go; a paused queue does not ask. */
export async function askHowToLeave(
  core: HostedApp,
  texts: Texts['leaving'],
  window: MainWindow,
): Promise<Leaving> {
  const progress = await callOrThrow(core, 'submissions.progress', {}).catch(() => null);
  if (progress === null) return 'now';
  const { sending, queued, held, paused } = progress;
  const left = sending + (paused ? 0 : queued - held);
  if (left === 0) return 'now';
  const message = fill(left === 1 ? texts.one : texts.many, { count: left });
  const buttons = [texts.finish, texts.pause, texts.stay];
  const choice = { buttons, defaultId: 0, cancelId: 2 };
  const response = await askInFront(window, { message, detail: texts.detail, ...choice });
  return choices[response] ?? 'stay';
}

/** A person does not see a question on a minimised or closed window. */
async function askInFront(window: MainWindow, question: Parameters<typeof ask>[1]) {
  await window.show();
  return ask(window.current, { type: 'question', ...question });
}
