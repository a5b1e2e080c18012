import { ZubiError } from '../../../contract/errors.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import {
  dropUnusedDocuments,
  findDocument,
  keepDocument,
} from '../../platform/db/documents-table.ts';
import type { WorklistFilesTable } from '../../platform/db/tables.ts';
import { gunzip } from '../../platform/files/compression.ts';
import { discardIncoming, removeOwnFiles } from '../../platform/files/incoming.ts';
import {
  findIncomingFiles,
  removeIncomingFiles,
} from '../../platform/files/incoming-files-table.ts';
import { excerpt } from '../../validator/xml/excerpt.ts';
import type { Core, Handlers } from '../core.ts';
import { moveOrigin, withOriginals } from './file-origins.ts';
import { withHistoryWarnings } from './history-warnings.ts';
import { invoiceHandlers } from './invoice-search.ts';
import { keepHolders, type OpenedFiles, openZips } from './open-zips.ts';
import { readIssues, readWorklist, toColumns } from './worklist.ts';
import {
  addWorklistFile,
  findSameFiles,
  findWorklistFile,
  removeWorklistFiles,
  setValidation,
} from './worklist-table.ts';

/** Expecting, taking in, checking, looking at and discarding files. */
export function intakeHandlers(
  core: Core,
): Handlers<
  | 'submissions.worklist'
  | 'submissions.expectFiles'
  | 'submissions.addFiles'
  | 'submissions.check'
  | 'submissions.issues'
  | 'submissions.excerpt'
  | 'submissions.discard'
  | 'submissions.findInvoice'
> {
  return {
    ...invoiceHandlers(core),
    'submissions.worklist': async ({ fileIds }) => ({ files: await readWorklist(core, fileIds) }),
    'submissions.expectFiles': async () => {
      core.validator.expect();
      return {};
    },
    'submissions.addFiles': async ({ fileIds, mayHold }) => {
      const holders = await keepHolders(core, mayHold);
      const { fileIds: listed, leftAside } = await addFiles(core, [...fileIds, ...holders]);
      const files = inOrder(listed, await readWorklist(core, listed));
      return { files, leftAside: leftAside + mayHold.length - holders.length };
    },
    'submissions.check': async ({ fileIds }) => ({ files: await checkFiles(core, fileIds) }),
    'submissions.issues': async ({ fileId, offset, limit }) => {
      const file = await requireFile(core, fileId);
      const issues = readIssues(core, file);
      return { issues: issues.slice(offset, offset + limit), total: issues.length };
    },
    'submissions.excerpt': async ({ fileId, ...place }) => {
      const file = await requireFile(core, fileId);
      const gzip = file.sha256 ? await findDocument(core.store.queries, file.sha256) : undefined;
      if (!gzip) return { lines: [], markColumn: null };
      const { lines, markColumn } = excerpt(await gunzip(gzip), place);
      return { lines: [...lines], markColumn };
    },
    'submissions.discard': async ({ fileIds }) => {
      await discardFiles(core, fileIds);
      return {};
    },
  };
}

/** A file of the worklist. Throws `file_unknown`. */
export async function requireFile(core: Core, id: string): Promise<WorklistFilesTable> {
  const file = await findWorklistFile(core.store.queries, id);
  if (!file) throw new ZubiError('file_unknown', { id });
  return file;
}

/**
 * Puts files that were taken in on the worklist, not yet checked; those that are there already stay
 * as they are. A zip file's documents take its place. Gives back what is on the list for them.
 */
async function addFiles(core: Core, given: readonly string[]): Promise<OpenedFiles> {
  const opened = await openZips(core, given);
  const { fileIds } = opened;
  const { queries } = core.store;
  const added = await queries.transaction().execute(async (transaction) => {
    const files = await findIncomingFiles(transaction, fileIds);
    for (const { id, name, taken_at, size_bytes, source_path } of files) {
      const file = { id, name, addedAt: taken_at, sizeBytes: size_bytes, sourcePath: source_path };
      await addWorklistFile(transaction, file);
    }
    await removeIncomingFiles(transaction, fileIds);
    return files.map(({ id }) => id);
  });
  if (added.length > 0) core.emit({ name: 'worklist.changed', payload: { fileIds: added } });
  return opened;
}

function inOrder(fileIds: readonly string[], files: readonly WorklistFile[]): WorklistFile[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  return fileIds.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Checks files of the worklist (those just taken in join it), each told as soon as it is known;
 * gives them back in the order asked.
 */
export async function checkFiles(core: Core, given: readonly string[]): Promise<WorklistFile[]> {
  const { fileIds } = await addFiles(core, given);
  const files = await Promise.all(fileIds.map((id) => requireFile(core, id)));
  await Promise.all(files.map((file) => checkFile(core, file)));
  return inOrder(fileIds, await readWorklist(core, fileIds));
}

/**
 * Checks a file that was taken in, or what a zip file holds, and keeps what is of the ledger. Gives
 * what was kept.
 */
export async function takeLedgerFiles(core: Core, fileId: string): Promise<string[]> {
  const files = await checkFiles(core, [fileId]);
  const { kept = [], others = [] } = Object.groupBy(files, ({ judged }) =>
    judged?.kind === 'ledger_form' ? 'kept' : 'others',
  );
  if (others.length > 0)
    await discardFiles(
      core,
      others.map(({ id }) => id),
    );
  return kept.map(({ id }) => id);
}

async function checkFile(core: Core, file: WorklistFilesTable): Promise<void> {
  const held = core.stagedTables.find(file.id);
  const source =
    held === null
      ? ({ kind: 'path', path: file.source_path } as const)
      : ({ kind: 'bytes', bytes: held } as const);
  const options = {
    maxFileBytes: core.settings.read().maxFileBytes,
    checks: 'all',
    keepXml: true,
  } as const;
  const { validation: validated, xmlGzip } = await core.validator.validate(source, options);
  const validation = await withHistoryWarnings(core, validated, xmlGzip && (() => gunzip(xmlGzip)));
  const kept = xmlGzip !== null && validation.sha256 !== null;
  const sha256 = kept ? validation.sha256 : null;
  await core.store.queries.transaction().execute(async (transaction) => {
    if (xmlGzip && sha256) {
      const at = core.clock().toISOString();
      await keepDocument(transaction, {
        sha256,
        sizeBytes: validation.sizeBytes,
        gzip: xmlGzip,
        at,
      });
    }
    const earlier = (await findWorklistFile(transaction, file.id))?.sha256;
    await setValidation(transaction, file.id, { sha256, ...toColumns(validation) });
    // The file on the disk may have become another one since it was checked last.
    if (earlier && earlier !== sha256) await dropUnusedDocuments(transaction, [earlier]);
  });
  if (sha256) await replaceEarlierDrops(core, { id: file.id, name: file.name, sha256 });
  core.emit({ name: 'worklist.changed', payload: { fileIds: [file.id] } });
}

/**
 * Checks a file again from the bytes that were checked before: what it was dropped from may be
 * gone. Nothing happens to one that is no longer there.
 */
export async function validateStored(core: Core, id: string): Promise<void> {
  const { queries } = core.store;
  const sha256 = (await findWorklistFile(queries, id))?.sha256;
  const kept = sha256 ? await findDocument(queries, sha256) : undefined;
  if (!sha256 || !kept) return;
  const bytes = await gunzip(kept);
  const options = { maxFileBytes: bytes.length, checks: 'all', keepXml: false } as const;
  const { validation: validated } = await core.validator.validate(
    { kind: 'bytes', bytes },
    options,
  );
  // An engine that could not say has nothing better to tell than what was known.
  if (validated.sha256 !== sha256) return;
  const validation = await withHistoryWarnings(core, validated, () => gunzip(kept));
  await setValidation(queries, id, { sha256, ...toColumns(validation) });
  core.emit({ name: 'worklist.changed', payload: { fileIds: [id] } });
}

/** Dropping the same file twice shows it once. */
async function replaceEarlierDrops(
  core: Core,
  file: { id: string; name: string; sha256: string },
): Promise<void> {
  const earlier = await findSameFiles(core.store.queries, file);
  if (earlier.length === 0) return;
  const ids = earlier.map(({ id }) => id);
  await moveOrigin(core.store.queries, ids, file.id);
  await discardFiles(core, ids);
}

/**
 * Takes files off the worklist for good, with the originals that they replace, and lets go of those
 * that were taken in for nothing; tidies up behind them.
 */
export async function discardFiles(core: Core, fileIds: readonly string[]): Promise<void> {
  await discardIncoming(core, fileIds);
  // Together: what a killed process would leave between the two nobody would find again.
  const removed = await core.store.queries.transaction().execute(async (transaction) => {
    const files = await removeWorklistFiles(transaction, await withOriginals(transaction, fileIds));
    await dropUnusedDocuments(
      transaction,
      files.flatMap(({ sha256 }) => sha256 ?? []),
    );
    return files;
  });
  await removeOwnFiles(core, removed);
  core.emit({ name: 'worklist.changed', payload: { fileIds: [...fileIds] } });
}
