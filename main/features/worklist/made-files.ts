import type { FileOrigin, WorklistFile } from '../../../contract/worklist.ts';
import { takeFile } from '../../platform/files/incoming.ts';
import type { Core } from '../core.ts';
import { insertFileOrigin } from './file-origins.ts';
import { checkFiles } from './intake.ts';

/** A document that was made, and what it was made from. */
export interface MadeFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly origin: FileOrigin;
  /** The file of the worklist that it replaces. */
  readonly sourceId: string | null;
}

/** Puts made documents on the worklist, where they are checked like any other. */
export async function addMadeFiles(
  core: Core,
  files: readonly MadeFile[],
): Promise<WorklistFile[]> {
  const ids: string[] = [];
  for (const { name, bytes, origin, sourceId } of files) {
    const { fileId } = await takeFile(core, { name, bytes });
    await insertFileOrigin(core.store.queries, {
      file_id: fileId,
      kind: origin.kind,
      submission_id: origin.submissionId,
      file_name: origin.file,
      source_id: sourceId,
    });
    ids.push(fileId);
  }
  const made = await checkFiles(core, ids);
  const replaced = [...new Set(files.flatMap(({ sourceId }) => sourceId ?? []))];
  if (replaced.length > 0) core.emit({ name: 'worklist.changed', payload: { fileIds: replaced } });
  return made;
}
