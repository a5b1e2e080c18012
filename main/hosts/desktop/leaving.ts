import { dialog, type MessageBoxOptions } from 'electron';
import { progressSchema } from '../../../contract/queue.ts';
import type { HostedApp } from './hosted-app.ts';
import type { MainWindow } from './main-window.ts';
import { fill, type Texts } from './texts.ts';

/**
 * `now`: nothing would leave any more; `finish`: quit when everything has left; `pause`: quit when
 * what is on its way has its answer.
 */
export type Leaving = 'now' | 'finish' | 'pause' | 'stay';

const choices: readonly Leaving[] = ['finish', 'pause', 'stay'];

/** Asks how to quit while files are on their way or about to go; a paused queue does not ask. */
export async function askHowToLeave(
  core: HostedApp,
  texts: Texts['leaving'],
  window: MainWindow,
): Promise<Leaving> {
  const reply = await core.call('submissions.progress', {});
  const progress = reply.ok ? progressSchema.safeParse(reply.value) : null;
  if (!progress?.success) return 'now';
  const { sending, queued, held, paused } = progress.data;
  const left = sending + (paused ? 0 : queued - held);
  if (left === 0) return 'now';
  const options: MessageBoxOptions = {
    type: 'question',
    title: 'Zubi',
    message: fill(left === 1 ? texts.one : texts.many, { count: left }),
    detail: texts.detail,
    buttons: [texts.finish, texts.pause, texts.stay],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  };
  // A person does not see a question on a minimised or closed window.
  await window.show();
  const { response } = await (window.current === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window.current, options));
  return choices[response] ?? 'stay';
}
