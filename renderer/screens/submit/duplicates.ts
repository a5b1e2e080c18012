import type { CallError, Json } from '../../../contract/errors.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';

/** A document that is already in the history, as far as the refusal tells. */
export interface Duplicate {
  readonly fileId: string | null;
  readonly file: string;
  readonly submissionId: string | null;
  /** ISO instant. */
  readonly sentAt: string | null;
  readonly state: string | null;
}

type JsonObject = { readonly [key: string]: Json };

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function toDuplicate(details: JsonObject, files: readonly WorklistFile[]): Duplicate {
  const fileId = text(details.fileId);
  const name = text(details.name);
  return {
    fileId,
    file: name ?? files.find((file) => file.id === fileId)?.name ?? '',
    submissionId: text(details.submissionId),
    sentAt: text(details.at),
    state: text(details.state),
  };
}

/** What an `already_sent` refusal names: its `files`, each with the submission it went with before. */
export function readDuplicates(error: CallError, files: readonly WorklistFile[]): readonly Duplicate[] {
  const listed = error.details.files;
  if (Array.isArray(listed)) {
    return (listed as readonly Json[]).filter(isObject).map((details) => toDuplicate(details, files));
  }
  return [toDuplicate(error.details, files)];
}
