import { open } from 'node:fs/promises';
import { maxHolderBytes } from '../../../contract/document-names.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { isZip, openDocumentZip } from '../../platform/files/document-zip.ts';
import { discardIncoming, takeFile } from '../../platform/files/incoming.ts';
import { findIncomingFiles } from '../../platform/files/incoming-files-table.ts';
import { readWhole } from '../../platform/files/read-whole.ts';
import type { Core } from '../core.ts';

/** The files, and the number of entries of a zip file that are no documents. */
export interface OpenedFiles {
  readonly fileIds: readonly string[];
  readonly leftAside: number;
}

/**
 * These files, with the documents of a zip file in its place: each is taken in, then the zip file
 * is discarded. All others stay as they are.
 */
export async function openZips(core: Core, fileIds: readonly string[]): Promise<OpenedFiles> {
  const incoming = await findIncomingFiles(core.store.queries, fileIds);
  const opened = new Map<string, readonly string[]>();
  let leftAside = 0;
  for (const { id, source_path } of incoming) {
    if (core.stagedTables.find(id) !== null || !(await beginsAsZip(source_path))) continue;
    const inside = await takeInside(core, source_path);
    if (inside === null) continue;
    opened.set(id, inside.fileIds);
    leftAside += inside.leftAside;
    await discardIncoming(core, [id]);
  }
  return { fileIds: fileIds.flatMap((id) => opened.get(id) ?? [id]), leftAside };
}

/**
 * Discards those of `fileIds` that contain no document of the ledger and returns the others, as
 * `submissions.addFiles` does for files with other names.
 */
export async function keepHolders(core: Core, fileIds: readonly string[]): Promise<string[]> {
  const { maxFileBytes } = core.settings.read();
  const kept: string[] = [];
  const others: string[] = [];
  for (const { id, source_path } of await findIncomingFiles(core.store.queries, fileIds)) {
    const tooLarge = () => new ZubiError('too_large', { limitBytes: maxHolderBytes });
    const bytes = await readWhole(source_path, maxHolderBytes, tooLarge).catch(() => null);
    const isHolder = bytes !== null && (await core.validator.holdsDocument(bytes, maxFileBytes));
    (isHolder ? kept : others).push(id);
  }
  await discardIncoming(core, others);
  return kept;
}

async function beginsAsZip(path: string): Promise<boolean> {
  await using file = await open(path).catch(() => null);
  try {
    const head = new Uint8Array(4);
    await file?.read(head);
    return isZip(head);
  } catch {
    return false;
  }
}

/** Null where the zip file gets its own verdict. */
async function takeInside(core: Core, path: string): Promise<OpenedFiles | null> {
  const { maxFileBytes } = core.settings.read();
  const isHolder = (own: Uint8Array) => core.validator.holdsDocument(own, maxFileBytes);
  const zip = await openDocumentZip(path, { maxFileBytes, isHolder });
  if (zip === null) return null;
  const fileIds: string[] = [];
  for (const { name, bytes: own } of zip.documents)
    fileIds.push((await takeFile(core, { name, bytes: own })).fileId);
  return { fileIds, leftAside: zip.leftAside.length };
}
