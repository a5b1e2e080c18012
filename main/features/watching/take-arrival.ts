import { hash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { ZubiError } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { WatchedFilesTable } from '../../platform/db/company-tables.ts';
import { isZip, maxZipBytes } from '../../platform/files/document-zip.ts';
import { takeFile } from '../../platform/files/incoming.ts';
import { readWhole } from '../../platform/files/read-whole.ts';
import type { Core } from '../core.ts';
import { hasNotEnded, takeLedgerFiles } from '../worklist/public.ts';
import type { ChosenFolder } from './folders-file.ts';
import { type FoundFile, mayBeLedger } from './list-files.ts';
import { findTaken } from './watched-files-table.ts';

/**
 * Takes in one settled file, from a copy of its bytes: the folder may go away, the file may change.
 * Ignores files that are not of the ledger; one whose check broke off may be of it. Returns what
 * was done with it; `unread` when it cannot be read, `later` while it is still being written.
 */
export async function takeArrival(
  core: Core,
  folder: ChosenFolder,
  file: FoundFile,
): Promise<WatchedFilesTable | 'unread' | 'later'> {
  const seen = {
    folder_id: folder.id,
    path: file.path,
    size_bytes: file.sizeBytes,
    modified_ms: file.modifiedMs,
    at: core.clock().toISOString(),
  };
  const aside = { ...seen, sha256: null, outcome: 'left_aside', file_ids: '[]' } as const;
  if (!mayBeLedger(file)) return aside;
  const read = await readSettled(core, file);
  if (read === 'too_large') return aside;
  if (read === 'later' || read === 'unread') return read;
  const sha256 = hash('sha256', read);
  const taken = await findTaken(core.store.queries, seen, sha256);
  if (taken.length > 0) {
    // Rewritten, or moved or copied within the folder.
    const { at, file_ids } = taken.find(({ path }) => path === file.path) ?? {
      at: seen.at,
      file_ids: '[]',
    };
    return { ...seen, sha256, outcome: 'taken', at, file_ids };
  }
  const isLedger = isZip(read) || (await isOfLedger(core, read));
  if (!isLedger) return { ...aside, sha256 };
  const { fileId } = await takeFile(core, { name: file.name, bytes: read });
  const fileIds = await takeLedgerFiles(core, fileId);
  if (fileIds.length === 0) return { ...aside, sha256 };
  return { ...seen, sha256, outcome: 'taken', file_ids: JSON.stringify(fileIds) };
}

/** Gone again, or held by the program that writes it. */
const passes: ReadonlySet<string> = new Set(['ENOENT', 'EBUSY']);

async function readSettled(
  core: Core,
  { name, place, sizeBytes, modifiedMs }: FoundFile,
): Promise<Buffer | 'too_large' | 'unread' | 'later'> {
  const limitBytes = /\.zip$/i.test(name) ? maxZipBytes : core.settings.read().maxFileBytes;
  const tooLarge = (size: number) => new ZubiError('too_large', { sizeBytes: size, limitBytes });
  try {
    const bytes = await readWhole(place, limitBytes, tooLarge);
    const now = await lstat(place);
    return now.size === sizeBytes && now.mtimeMs === modifiedMs ? bytes : 'later';
  } catch (error) {
    const { code, details } = toCallError(error);
    if (code === 'too_large') return code;
    return code === 'file_unreadable' && !passes.has(String(details.cause)) ? 'unread' : 'later';
  }
}

/** Checked before it joins the list, so that a foreign file is not shown there for a moment. */
async function isOfLedger(core: Core, bytes: Uint8Array): Promise<boolean> {
  const { validation } = await core.validator.validate(
    { kind: 'bytes', bytes },
    { maxFileBytes: core.settings.read().maxFileBytes, checks: 'schema', keepXml: false },
  );
  return validation.kind === 'ledger_form' || hasNotEnded(validation.issues);
}
