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
  return { answers: [await toReply(() => inspect(task))], mustRecycle: false };
}

async function inspect(task: DocumentToInspect): Promise<InspectedDocument> {
  const bytes = await readDocument(task.path, task.limitBytes);
  const inspection = await inspectDocument(bytes, task.name);
  return { ...inspection, bytes: task.keepBytes ? bytes : null };
}
