import { readFileSync } from 'node:fs';
import type { ValidateTask, WorkerAnswer, WorkerTask } from '../../../main/validator/worker.ts';
import { answer as answerRightly, answerTogether } from '../../../main/validator/worker.ts';

/**
 * A worker whose faults are planted by the document's text: it hangs, throws, dies or says that it
 * is spent.
 */
export async function answer(task: WorkerTask): Promise<WorkerAnswer> {
  if (task.kind === 'validate_many') return answerTogether(task.tasks, answer);
  const planted = task.kind === 'validate' ? textOf(task) : '';
  if (planted === 'hang') for (;;) Math.random();
  if (planted === 'throw') throw new RangeError('planted');
  if (planted === 'die') process.exit(3);
  if (planted === 'reject bare') throw 'planted';
  const answered = await answerRightly(task);
  return planted === 'spent' && answered.kind === 'validated'
    ? { ...answered, mustRecycle: true }
    : answered;
}

function textOf({ source }: ValidateTask): string {
  const bytes = source.kind === 'bytes' ? source.bytes : readFileSync(source.path);
  return bytes.length > 50 ? '' : Buffer.from(bytes).toString('utf8');
}
