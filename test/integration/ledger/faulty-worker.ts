import type { WorkerAnswer, WorkerTask } from '../../../main/ledger/worker.ts';
import { answer as answerRightly } from '../../../main/ledger/worker.ts';

/** A worker whose faults are planted by the document's text: it hangs, throws, dies or says that it is spent. */
export async function answer(task: WorkerTask): Promise<WorkerAnswer> {
  const planted = task.kind === 'judge' && task.source.kind === 'bytes' ? textOf(task.source.bytes) : '';
  if (planted === 'hang') for (;;) Math.random();
  if (planted === 'throw') throw new RangeError('planted');
  if (planted === 'die') process.exit(3);
  if (planted === 'reject bare') throw 'planted';
  const answered = await answerRightly(task);
  return planted === 'spent' && answered.kind === 'judged' ? { ...answered, spent: true } : answered;
}

function textOf(bytes: Uint8Array): string {
  return bytes.length > 50 ? '' : Buffer.from(bytes).toString('utf8');
}
