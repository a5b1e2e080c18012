import type { Reply } from '../../../../contract/errors.ts';
import type { DocumentToInspect, InspectedDocument } from '../../../platform/ports.ts';
import { toReply } from '../../../platform/workers/thread-reply.ts';
import type { BatchAnswer } from '../../../platform/workers/worker-pool.ts';
import { inspectDocument } from './inspect.ts';
import { readDocument } from './read-document.ts';

export function ready(): void {}

type Answered = BatchAnswer<Reply<InspectedDocument>>;

/** Reads and inspects one document. */
export async function answer([task]: readonly [DocumentToInspect]): Promise<Answered> {
  const { path, name, limitBytes } = task;
  const inspect = async () => inspectDocument(await readDocument(path, limitBytes), name);
  return { answers: [await toReply(inspect)], mustRecycle: false };
}
