import { ZubiError } from '../../../contract/errors.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import { findDocument } from '../../platform/db/documents-table.ts';
import type { WorklistFilesTable } from '../../platform/db/tables.ts';
import { gunzip } from '../../platform/files/compression.ts';
import { discardIncoming, requireOnDisk } from '../../platform/files/incoming.ts';
import { readWhole } from '../../platform/files/read-whole.ts';
import type { SourcePiece } from '../../validator/xml/source-order.ts';
import { declareUtf8 } from '../../validator/xml/source-text.ts';
import type { Core, Handlers } from '../core.ts';
import { addChangedFile } from './fixes.ts';
import { withHistoryWarnings } from './history-warnings.ts';
import { requireFile } from './intake.ts';

type Served =
  | 'submissions.source'
  | 'submissions.fileContent'
  | 'submissions.judgeText'
  | 'submissions.saveText';

/**
 * Largest document that is shown as text: twice what is taken in unless the settings say otherwise.
 */
const maxShownBytes = 64 * 1024 * 1024;

/** A file's text to look at, its bytes to save, and copies of it that a person edits. */
export function sourceHandlers(core: Core): Handlers<Served> {
  return {
    'submissions.source': async ({ fileId, offset, limit }) =>
      readPiece(core, await requireFile(core, fileId), { offset, limit }),
    'submissions.fileContent': async ({ fileId, offset, limit }) => {
      const file = await requireFile(core, fileId);
      const gzip = await findKept(core, file);
      if (gzip === null) throw new ZubiError('source_not_text', { name: file.name });
      const bytes = await gunzip(gzip);
      const piece = Buffer.from(bytes.subarray(offset, offset + limit));
      return {
        name: file.name.replace(/\.gz$/i, ''),
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
  };
}

async function findKept(core: Core, file: WorklistFilesTable): Promise<Uint8Array | null> {
  return file.sha256 ? ((await findDocument(core.store.queries, file.sha256)) ?? null) : null;
}

/**
 * What could not be checked is not kept: then the file is read where it came from, in the
 * validator's thread like any document.
 */
async function readPiece(
  core: Core,
  file: WorklistFilesTable,
  place: { offset: number; limit: number },
): Promise<SourcePiece> {
  const kept = (await findKept(core, file)) ?? core.stagedTables.find(file.id);
  const source =
    kept === null
      ? ({ kind: 'path', path: file.source_path } as const)
      : ({ kind: 'bytes', bytes: kept } as const);
  const piece = await core.validator.readSource(source, { ...place, maxFileBytes: maxShownBytes });
  if (!('refused' in piece)) return piece;
  const { name } = file;
  if (piece.refused === 'not_found') throw new ZubiError('file_not_found', { name });
  if (piece.refused === 'not_text') throw new ZubiError('source_not_text', { name });
  throw new ZubiError('source_too_large', { name, limitMiB: maxShownBytes / 1024 / 1024 });
}

/** An edited text that was handed over, in UTF-8; one that declares anything else is corrected. */
async function readText(core: Core, textId: string): Promise<Uint8Array> {
  const { source_path, name } = await requireOnDisk(core, textId);
  const limitMiB = maxShownBytes / 1024 / 1024;
  const tooLarge = () => new ZubiError('source_too_large', { name, limitMiB });
  return declareUtf8(await readWhole(source_path, maxShownBytes, tooLarge));
}

/** Checks a document that is no file of the worklist yet; stores nothing. */
export async function validateMade(core: Core, bytes: Uint8Array) {
  const { maxFileBytes } = core.settings.read();
  const source = { kind: 'bytes', bytes } as const;
  const { validation, xmlGzip } = await core.validator.validate(source, {
    maxFileBytes,
    checks: 'all',
    keepXml: true,
  });
  const { verdict, issueCounts, records, issues } = await withHistoryWarnings(
    core,
    validation,
    xmlGzip === null ? null : () => gunzip(xmlGzip),
  );
  return { verdict, issueCounts, records, issues };
}

async function saveText(core: Core, fileId: string, textId: string): Promise<WorklistFile> {
  const original = await requireFile(core, fileId);
  const bytes = await readText(core, textId);
  const file = await addChangedFile(core, original, { bytes, kind: 'edited' });
  await discardIncoming(core, [textId]);
  return file;
}
