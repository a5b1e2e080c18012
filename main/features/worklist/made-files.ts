import { ZubiError } from '../../../contract/errors.ts';
import type { FileOrigin, WorklistFile } from '../../../contract/worklist.ts';
import { takeFile } from '../../platform/files/incoming.ts';
import type { Core } from '../core.ts';
import { insertFileOrigin, type JoinedSource } from './file-origins.ts';
import { checkFiles } from './intake.ts';

/** A new document, and its origin. */
export interface MadeFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly origin: FileOrigin;
  /** The file of the worklist that it replaces. */
  readonly sourceId: string | null;
  /** Of a file that joins the corrections of several submissions: those after the first. */
  readonly joined?: readonly JoinedSource[];
}

/** Puts one new document on the worklist. */
export async function addMadeFile(core: Core, made: MadeFile): Promise<WorklistFile> {
  const [file] = await addMadeFiles(core, [made]);
  if (!file) throw new ZubiError('file_unknown', { id: made.sourceId ?? made.name });
  return file;
}

/** Puts new documents on the worklist, where they are checked like any other. */
export async function addMadeFiles(
  core: Core,
  files: readonly MadeFile[],
): Promise<WorklistFile[]> {
  const ids: string[] = [];
  for (const { name, bytes, origin, sourceId, joined = [] } of files) {
    const { fileId } = await takeFile(core, { name, bytes });
    const row = {
      file_id: fileId,
      kind: origin.kind,
      submission_id: origin.submissionId,
      file_name: origin.file,
      source_id: sourceId,
    };
    await insertFileOrigin(core.store.queries, row, joined);
    ids.push(fileId);
  }
  const made = await checkFiles(core, ids);
  const replaced = [...new Set(files.flatMap(sourcesOf))];
  if (replaced.length > 0) core.emit({ name: 'worklist.changed', payload: { fileIds: replaced } });
  return made;
}

const sourcesOf = ({ sourceId, joined = [] }: MadeFile): string[] =>
  [sourceId, ...joined.map((each) => each.sourceId)].filter((id) => id !== null);
