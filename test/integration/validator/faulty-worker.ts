import { readFileSync } from 'node:fs';
import type { DocumentSource } from '../../../main/validator/validator-port.ts';
import { answerInTurn, answerOne, ready, type WorkerCall } from '../../../main/validator/worker.ts';

export { ready };

/**
 * A worker whose faults are planted by the document's text: it hangs, throws, dies or says that it
 * must be replaced.
 */
export function answer(calls: readonly WorkerCall[]) {
  return answerInTurn(calls, async (call) => {
    const planted = call.method === 'validate' ? textOf(call.args[0] as DocumentSource) : '';
    if (planted === 'hang') for (;;) Math.random();
    if (planted === 'throw') throw new RangeError('planted');
    if (planted === 'die') process.exit(3);
    if (planted === 'reject bare') throw 'planted';
    const answered = await answerOne(call);
    return planted === 'spent' ? { ...answered, mustRecycle: true } : answered;
  });
}

function textOf(source: DocumentSource): string {
  const bytes = source.kind === 'bytes' ? source.bytes : readFileSync(source.path);
  return bytes.length > 50 ? '' : Buffer.from(bytes).toString('utf8');
}
