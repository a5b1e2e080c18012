import { ZubiError } from '../../../contract/errors.ts';
import type { SourcePiece } from '../../../contract/methods/sources.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { findDocument, findKeptDocument } from '../../platform/db/documents-table.ts';
import type { WorklistFilesTable } from '../../platform/db/worklist-tables.ts';
import { discardIncoming, requireOnDisk } from '../../platform/files/incoming.ts';
import { readWhole } from '../../platform/files/read-whole.ts';
import { declareUtf8 } from '../../validator/xml/source-text.ts';
import type { Core, Handlers } from '../core.ts';
import { addChangedFile } from './fixes.ts';
import { requireFile, sourceOf, validateNew } from './intake.ts';

/** Largest document shown as text: twice the default limit of the settings. */
const maxShownBytes = 64 * 1024 * 1024;

/** A file's text to view, its bytes to save, and copies that a person edits. */
export function sourceHandlers(core: Core) {
  return {
    'submissions.source': async ({ fileId, offset, limit }) =>
      readPiece(core, await requireFile(core, fileId), { offset, limit }),
    'submissions.fileContent': async ({ fileId, offset, limit }) => {
      const file = await requireFile(core, fileId);
      const bytes = await findDocument(core.store.queries, file.sha256);
      if (bytes === null) throw new ZubiError('source_not_text', { name: file.name });
      const piece = Buffer.from(bytes.subarray(offset, offset + limit));
      const name = file.name.replace(/\.(?:gz|xsig|p7m)$/i, '');
      return {
        // What is saved is the XML alone, without what wrapped it.
        name: /\.xml$/i.test(name) ? name : `${name}.xml`,
        sizeBytes: bytes.byteLength,
        contentBase64: piece.toString('base64'),
      };
    },
    'submissions.judgeText': async ({ fileId, textId }) => {
      await requireFile(core, fileId);
      const bytes = await readText(core, textId);
      await discardIncoming(core, [textId]);
      return validateMade(core, bytes);
    },
    'submissions.saveText': async ({ fileId, textId }) => ({
      file: await saveText(core, fileId, textId),
    }),
  } satisfies Partial<Handlers>;
}

/**
 * A file that could not be checked is not stored. Its text is read from where it came, in the
 * validator's thread like any document.
 */
async function readPiece(
  core: Core,
  file: WorklistFilesTable,
  place: { offset: number; limit: number },
): Promise<SourcePiece> {
  const kept = await findKeptDocument(core.store.queries, file.sha256);
  const source = kept ? ({ kind: 'bytes', bytes: kept.gzip } as const) : sourceOf(core, file);
  const piece = await core.validator.readSource(source, { ...place, maxFileBytes: maxShownBytes });
  if (!('refused' in piece)) return piece;
  const { name } = file;
  if (piece.refused === 'not_found') throw new ZubiError('file_not_found', { name });
  if (piece.refused === 'not_text') throw new ZubiError('source_not_text', { name });
  throw new ZubiError('source_too_large', { name, limitMiB: maxShownBytes / 1024 / 1024 });
}

/** A received edited text, in UTF-8; any other declaration is corrected. */
async function readText(core: Core, textId: string): Promise<Uint8Array> {
  const { source_path, name } = await requireOnDisk(core, textId);
  const limitMiB = maxShownBytes / 1024 / 1024;
  const tooLarge = () => new ZubiError('source_too_large', { name, limitMiB });
  return declareUtf8(await readWhole(source_path, maxShownBytes, tooLarge));
}

/** Checks a document that is not on the worklist yet; stores nothing. */
export async function validateMade(core: Core, bytes: Uint8Array) {
  const { validation } = await validateNew(core, { kind: 'bytes', bytes });
  const { verdict, issueCounts, records, issues } = validation;
  return { verdict, issueCounts, records, issues };
}

async function saveText(core: Core, fileId: string, textId: string): Promise<WorklistFile> {
  const original = await requireFile(core, fileId);
  const bytes = await readText(core, textId);
  const file = await addChangedFile(core, original, { bytes, kind: 'edited' });
  await discardIncoming(core, [textId]);
  return file;
}
