import { type CallError, ZubiError } from '../../../../contract/errors.ts';
import type { BatchAnswer } from '../../../platform/workers/worker-pool.ts';
import { type Inspection, inspectDocument } from './inspect.ts';
import { readDocument } from './read-document.ts';

/** A document to look at. */
export interface InspectionTask {
  readonly path: string;
  readonly name: string;
  readonly limitBytes: number;
  /** Whether the bytes themselves are wanted back. */
  readonly keepBytes: boolean;
}

/** What the thread found, with the very bytes that were looked at. */
export type InspectionAnswer =
  | { readonly kind: 'good'; readonly inspection: Inspection; readonly bytes: Uint8Array | null }
  | { readonly kind: 'refused'; readonly error: CallError };

export function ready(): void {}

type Answered = BatchAnswer<InspectionAnswer>;

/** Reads and inspects one document; what is wrong with it is an answer, not an error. */
export async function answer([task]: readonly [InspectionTask]): Promise<Answered> {
  return { answers: [await inspect(task)], mustRecycle: false };
}

async function inspect(task: InspectionTask): Promise<InspectionAnswer> {
  try {
    const bytes = await readDocument(task.path, task.limitBytes);
    const inspection = await inspectDocument(bytes, task.name);
    return { kind: 'good', inspection, bytes: task.keepBytes ? bytes : null };
  } catch (error) {
    if (!(error instanceof ZubiError)) throw error;
    return { kind: 'refused', error: { code: error.code, details: error.details } };
  }
}
