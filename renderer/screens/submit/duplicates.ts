import type { CallError, Json } from '../../../contract/errors.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';

/**
 * What repeats what: the whole document, some of its records, or records of another file of the
 * same sending.
 */
export type Guard = 'document' | 'records' | 'batch';

/**
 * Something of a file that is already in the history, or in another file that would go with it, as
 * far as the refusal tells.
 */
export interface Duplicate {
  readonly guard: Guard;
  readonly fileId: string | null;
  readonly file: string;
  /** Name of the file that has it already. */
  readonly earlierFile: string;
  /** How many records are shared; 0 where it is the whole document. */
  readonly recordCount: number;
  readonly submissionId: string | null;
  /** ISO instant. */
  readonly sentAt: string | null;
  readonly state: string | null;
  /** Whether only a history that was set aside knows of it: there is nothing to open. */
  readonly isAside: boolean;
}

type JsonObject = { readonly [key: string]: Json };

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

const guards: readonly Guard[] = ['document', 'records', 'batch'];

function toDuplicate(details: JsonObject, files: readonly WorklistFile[]): Duplicate {
  const fileId = text(details.fileId);
  const name = text(details.name);
  const { recordCount } = details;
  return {
    guard: guards.find((guard) => guard === details.guard) ?? 'document',
    fileId,
    earlierFile: text(details.earlierFile) ?? '',
    recordCount: typeof recordCount === 'number' ? recordCount : 0,
    file: name ?? files.find((file) => file.id === fileId)?.name ?? '',
    submissionId: text(details.submissionId),
    sentAt: text(details.at),
    state: text(details.state),
    isAside: details.isAside === true,
  };
}

/**
 * Whether a file cannot go however it is confirmed: its very document is queued, on its way, or in
 * another file of the same sending, and goes once at a time.
 */
export function goesOnce({ guard, state }: Duplicate): boolean {
  return guard === 'document' && (state === 'queued' || state === 'sending');
}

/** How many files repeat something; one may do so with several others. */
export function countFiles(duplicates: readonly Duplicate[]): number {
  return new Set(duplicates.map(({ fileId, file }) => fileId ?? file)).size;
}

/**
 * What an `already_sent` refusal names: its `files`, each with the submission it went with before.
 */
export function readDuplicates(
  error: CallError,
  files: readonly WorklistFile[],
): readonly Duplicate[] {
  const listed = error.details.files;
  if (Array.isArray(listed)) {
    return (listed as readonly Json[])
      .filter(isObject)
      .map((details) => toDuplicate(details, files));
  }
  return [toDuplicate(error.details, files)];
}
