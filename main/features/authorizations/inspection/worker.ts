import { type CallError, ZubiError } from '../../../../contract/errors.ts';
import type { DocumentToInspect } from '../../../platform/ports.ts';
import type { BatchAnswer } from '../../../platform/workers/worker-pool.ts';
import { type Inspection, inspectDocument } from './inspect.ts';
import { readDocument } from './read-document.ts';

/** The result of an inspection. `bytes` are the inspected bytes, when wanted. */
export type InspectionAnswer =
  | { readonly kind: 'good'; readonly inspection: Inspection; readonly bytes: Uint8Array | null }
  | { readonly kind: 'refused'; readonly error: CallError };

export function ready(): void {}

type Answered = BatchAnswer<InspectionAnswer>;

/** Reads and inspects one document. A fault of the document is an answer, not an error. */
export async function answer([task]: readonly [DocumentToInspect]): Promise<Answered> {
  return { answers: [await inspect(task)], mustRecycle: false };
}

async function inspect(task: DocumentToInspect): Promise<InspectionAnswer> {
  try {
    const bytes = await readDocument(task.path, task.limitBytes);
    const inspection = await inspectDocument(bytes, task.name);
    return { kind: 'good', inspection, bytes: task.keepBytes ? bytes : null };
  } catch (error) {
    if (!(error instanceof ZubiError)) throw error;
    return { kind: 'refused', error: { code: error.code, details: error.details } };
  }
}
