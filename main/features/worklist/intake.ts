import { ZubiError } from '../../../contract/errors.ts';
import type { Issue } from '../../../contract/verdict.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import {
  dropUnusedDocuments,
  findDocument,
  keepDocument,
} from '../../platform/db/documents-table.ts';
import type { Transaction } from '../../platform/db/tables.ts';
import type { WorklistFilesTable } from '../../platform/db/worklist-tables.ts';
import { gunzip } from '../../platform/files/compression.ts';
import { discardIncoming, removeOwnFiles } from '../../platform/files/incoming.ts';
import {
  findIncomingFiles,
  removeIncomingFiles,
} from '../../platform/files/incoming-files-table.ts';
import type { DocumentSource } from '../../validator/validator-port.ts';
import { excerpt } from '../../validator/xml/excerpt.ts';
import type { Core, Handlers } from '../core.ts';
import { Drops } from './drops.ts';
import { replaceFaulty } from './faulty-originals.ts';
import { moveOrigin, withOriginals } from './file-origins.ts';
import { withHistoryWarnings } from './history-warnings.ts';
import { keepHolders, type OpenedFiles, openZips } from './open-zips.ts';
import { readIssues, toValidationColumns } from './stored-verdict.ts';
import { readWorklist } from './worklist.ts';
import {
  addWorklistFile,
  findSameFiles,
  findWorklistFile,
  listSent,
  removeWorklistFiles,
  setValidation,
} from './worklist-table.ts';

/** Expecting, taking in, checking, viewing and discarding files. */
export function intakeHandlers(core: Core) {
  const drops = new Drops();
  return {
    'submissions.worklist': async ({ fileIds }) => ({ files: await readWorklist(core, fileIds) }),
    'submissions.expectFiles': async () => {
      core.validator.expect();
      return {};
    },
    'submissions.addFiles': async ({ fileIds, mayHold, dropId }) => {
      const holders = await keepHolders(core, mayHold);
      const { fileIds: listed, leftAside } = await addFiles(core, [...fileIds, ...holders]);
      drops.note(dropId ?? core.newId(), listed);
      const files = inOrder(listed, await readWorklist(core, listed));
      return { files, leftAside: leftAside + mayHold.length - holders.length };
    },
    'submissions.check': async ({ fileIds }) => ({
      files: await checkFiles(core, fileIds, drops),
    }),
    'submissions.issues': async ({ fileId, offset, limit }) => {
      const file = await requireFile(core, fileId);
      const issues = readIssues(core, file);
      return { issues: issues.slice(offset, offset + limit), total: issues.length };
    },
    'submissions.excerpt': async ({ fileId, ...place }) => {
      const file = await requireFile(core, fileId);
      const bytes = await findDocument(core.store.queries, file.sha256);
      if (!bytes) return { lines: [], markColumn: null };
      const { lines, markColumn } = excerpt(bytes, place);
      return { lines: [...lines], markColumn };
    },
    'submissions.discard': async ({ fileIds }) => {
      await discardFiles(core, fileIds, 'unsent_return');
      return {};
    },
  } satisfies Partial<Handlers>;
}

/** A file of the worklist. Throws `file_unknown`. */
export async function requireFile(core: Core, id: string): Promise<WorklistFilesTable> {
  const file = await findWorklistFile(core.store.queries, id);
  if (!file) throw new ZubiError('file_unknown', { id });
  return file;
}

/**
 * Puts received files on the worklist, not yet checked; those already there stay as they are. The
 * documents of a zip file replace it. Returns the files on the list.
 */
async function addFiles(core: Core, given: readonly string[]): Promise<OpenedFiles> {
  const opened = await openZips(core, given);
  const { fileIds } = opened;
  const { queries } = core.store;
  const added = await queries.transaction().execute(async (transaction) => {
    const files = await findIncomingFiles(transaction, fileIds);
    for (const file of files) await addWorklistFile(transaction, file);
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
 * Checks files of the worklist (those just taken in join it), and emits each result at once;
 * returns them in the order of the request.
 */
export async function checkFiles(
  core: Core,
  given: readonly string[],
  drops = new Drops(),
): Promise<WorklistFile[]> {
  const { fileIds } = await addFiles(core, given);
  const found = await Promise.all(fileIds.map((id) => findWorklistFile(core.store.queries, id)));
  // A person may have removed some meanwhile.
  const files = found.filter((file) => file !== undefined);
  const [missing] = fileIds;
  if (files.length === 0 && missing !== undefined)
    throw new ZubiError('file_unknown', { id: missing });
  await Promise.all(files.map((file) => checkFile(core, file)));
  const dropped = files.flatMap(({ id, validation }) => (validation === null ? [id] : []));
  await replaceFaulty(core, dropped, drops.withCompanions(dropped));
  return inOrder(fileIds, await readWorklist(core, fileIds));
}

/**
 * Checks a received file, or the content of a zip file, and stores those of the ledger, and those
 * whose check did not end, for a person to see. Returns the stored ones.
 */
export async function takeLedgerFiles(core: Core, fileId: string): Promise<string[]> {
  const kept: string[] = [];
  const others: string[] = [];
  for (const { id, judged } of await checkFiles(core, [fileId])) {
    const isKept = judged?.kind === 'ledger_form' || (await isUnchecked(core, id));
    (isKept ? kept : others).push(id);
  }
  if (others.length > 0) await discardFiles(core, others);
  return kept;
}

async function isUnchecked(core: Core, id: string): Promise<boolean> {
  const row = await findWorklistFile(core.store.queries, id);
  return row !== undefined && hasNotEnded(readIssues(core, row));
}

/** Whether a check broke off, so that nothing is known of its file. */
export function hasNotEnded(issues: readonly Issue[]): boolean {
  return issues.some(({ code }) => code === 'file_not_checked' || code === 'file_time_limit');
}

/**
 * Checks a file and stores the result, unless the file has left the list meanwhile. One that was
 * dropped twice is shown once: the newer drop replaces the earlier one, in the same transaction, so
 * that two that are checked at once do not replace each other.
 */
async function checkFile(core: Core, file: WorklistFilesTable): Promise<void> {
  const { validation, xmlGzip } = await validateNew(core, sourceOf(core, file));
  const { id, name } = file;
  const { sizeBytes } = validation;
  const sha256 = xmlGzip && validation.sha256;
  const { environment } = core.connection.configured();
  const replaced = await core.store.queries.transaction().execute(async (transaction) => {
    if (xmlGzip && sha256) {
      const at = core.clock().toISOString();
      await keepDocument(transaction, { sha256, sizeBytes, gzip: xmlGzip, at });
    }
    const before = await findWorklistFile(transaction, id);
    await setValidation(transaction, id, { sha256, ...toValidationColumns(validation) });
    // The file on the disk may have changed since its last check, or the file have left the list.
    const unused = before === undefined ? sha256 : before.sha256 === sha256 ? null : before.sha256;
    if (unused) await dropUnusedDocuments(transaction, [unused]);
    if (before === undefined || !sha256) return null;
    const ids = await findSameFiles(transaction, { id, name, sha256 }, environment);
    if (ids.length === 0) return null;
    await moveOrigin(transaction, ids, id);
    return takeOff(transaction, ids, 'go');
  });
  if (replaced !== null) await finishDiscard(core, replaced);
  core.emit({ name: 'worklist.changed', payload: { fileIds: [id] } });
}

/** Where the bytes of an unstored file are: in memory, or where it was dropped from. */
export function sourceOf(
  { stagedTables }: Core,
  { id, source_path: path }: WorklistFilesTable,
): DocumentSource {
  const bytes = stagedTables.find(id);
  return bytes === null ? { kind: 'path', path } : { kind: 'bytes', bytes };
}

/**
 * The result for a document that is not stored yet, with the history's warnings; and its bytes,
 * compressed, if it can be stored.
 */
export async function validateNew(core: Core, source: DocumentSource) {
  const { maxFileBytes } = core.settings.read();
  const options = { maxFileBytes, checks: 'all', keepXml: true } as const;
  const { validation, xmlGzip } = await core.validator.validate(source, options);
  const readXml = xmlGzip && (() => gunzip(xmlGzip));
  return { validation: await withHistoryWarnings(core, validation, readXml), xmlGzip };
}

/**
 * Checks a file again from the bytes of its last check: the dropped file may be gone. Nothing
 * happens to one that is no longer there.
 */
export async function validateStored(core: Core, id: string): Promise<void> {
  const { queries } = core.store;
  const sha256 = (await findWorklistFile(queries, id))?.sha256;
  const bytes = sha256 ? await findDocument(queries, sha256) : null;
  if (!sha256 || !bytes) return;
  const options = { maxFileBytes: bytes.length, checks: 'all', keepXml: false } as const;
  const { validation: validated } = await core.validator.validate(
    { kind: 'bytes', bytes },
    options,
  );
  // An interrupted check is no better than the former result.
  if (validated.sha256 !== sha256) return;
  const validation = await withHistoryWarnings(core, validated, async () => bytes);
  await setValidation(queries, id, { sha256, ...toValidationColumns(validation) });
  core.emit({ name: 'worklist.changed', payload: { fileIds: [id] } });
}

/**
 * Removes files from the worklist for good, and discards received files without a use. The
 * originals that they replace are removed too; or, for files that were not sent, return to the
 * list.
 */
export async function discardFiles(
  core: Core,
  fileIds: readonly string[],
  originals: Originals = 'go',
): Promise<void> {
  await discardIncoming(core, fileIds);
  await discardChosen(core, async () => fileIds, originals);
}

/** The same for files of the list that `choose` names in the transaction that removes them. */
export async function discardChosen(
  core: Core,
  choose: (transaction: Transaction) => Promise<readonly string[]>,
  originals: Originals,
): Promise<void> {
  const gone = await core.store.queries
    .transaction()
    .execute(async (transaction) => takeOff(transaction, await choose(transaction), originals));
  if (gone.concerned.length > 0) await finishDiscard(core, gone);
}

type Originals = 'go' | 'unsent_return' | 'stay';

interface Discarded {
  /** Files whose place on the list changes. */
  readonly concerned: readonly string[];
  readonly removed: readonly Pick<WorklistFilesTable, 'source_path'>[];
}

/** Its documents in the same transaction: nothing would find what a killed process left. */
async function takeOff(
  transaction: Transaction,
  fileIds: readonly string[],
  originals: Originals,
): Promise<Discarded> {
  const concerned = originals === 'stay' ? fileIds : await withOriginals(transaction, fileIds);
  const sent = originals === 'unsent_return' ? await listSent(transaction, fileIds) : null;
  const gone = sent ? [...fileIds, ...(await withOriginals(transaction, sent))] : concerned;
  const removed = await removeWorklistFiles(transaction, gone);
  await dropUnusedDocuments(
    transaction,
    removed.flatMap(({ sha256 }) => sha256 ?? []),
  );
  return { concerned, removed };
}

async function finishDiscard(core: Core, { concerned, removed }: Discarded): Promise<void> {
  await discardIncoming(core, concerned);
  await removeOwnFiles(core, removed);
  core.emit({ name: 'worklist.changed', payload: { fileIds: [...concerned] } });
}
