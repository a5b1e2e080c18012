import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import type { TakenFile } from '../../contract/client.ts';
import { ZubiError } from '../../contract/errors.ts';
import type { WorklistFile } from '../../contract/worklist.ts';
import type { Core, Handlers } from '../core.ts';
import { excerpt } from '../ledger/excerpt.ts';
import type { IncomingFile } from '../ports.ts';
import { gunzip } from '../store/compression.ts';
import { dropUnusedDocuments, findDocument, keepDocument } from '../store/documents.ts';
import { toStoreError } from '../store/errors.ts';
import type { WorklistFilesTable } from '../store/tables.ts';
import {
  addWorklistFile,
  findSameFiles,
  findWorklistFile,
  removeWorklistFiles,
  setJudgement,
} from '../store/worklist.ts';
import { parseIssues, readWorklist, toColumns } from './worklist.ts';

/** Where dropped bytes wait until they have been judged. */
const incomingFolder = (dataFolder: string): string => join(dataFolder, 'incoming');

/** Puts a dropped or chosen file on the worklist, not yet judged. Bytes go to disk first, so that a crash loses nothing that was dropped. */
export async function takeFile(core: Core, file: IncomingFile): Promise<TakenFile> {
  const id = core.newId();
  const name = shownName(file.name);
  const kept = 'bytes' in file ? await keepIncoming(core, id, file.bytes) : await findOnDisk(file.path);
  await addWorklistFile(core.store.queries, {
    id,
    name,
    addedAt: core.clock().toISOString(),
    sizeBytes: kept.sizeBytes,
    sourcePath: kept.path,
  });
  core.emit({ name: 'worklist.changed', payload: { fileIds: [id] } });
  return { fileId: id, name };
}

async function keepIncoming(core: Core, id: string, bytes: Uint8Array) {
  const path = join(incomingFolder(core.dataFolder), id);
  try {
    await mkdir(incomingFolder(core.dataFolder), { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600, flush: true });
  } catch (error) {
    await rm(path, { force: true });
    throw toStoreError(error);
  }
  return { path, sizeBytes: bytes.byteLength };
}

async function findOnDisk(path: string) {
  const absolute = resolve(path);
  const found = await stat(absolute).catch(() => null);
  if (!found) throw new ZubiError('file_not_found', { name: basename(absolute) });
  return { path: absolute, sizeBytes: found.size };
}

/** A name without folders or control characters, for the table and for downloads. */
function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return last.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').slice(0, 255) || 'file';
}

/** Taking in, judging, looking at and discarding files. */
export function intakeHandlers(
  core: Core,
): Handlers<
  | 'submissions.worklist'
  | 'submissions.check'
  | 'submissions.issues'
  | 'submissions.excerpt'
  | 'submissions.discard'
> {
  return {
    'submissions.worklist': async () => ({ files: await readWorklist(core) }),
    'submissions.check': async ({ fileIds }) => ({ files: await checkFiles(core, fileIds) }),
    'submissions.issues': async ({ fileId, offset, limit }) => {
      const file = await requireFile(core, fileId);
      const issues = file.issues_gzip ? parseIssues(file.issues_gzip) : [];
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

async function requireFile(core: Core, id: string): Promise<WorklistFilesTable> {
  const file = await findWorklistFile(core.store.queries, id);
  if (!file) throw new ZubiError('file_unknown', { id });
  return file;
}

/** Judges the files, each told as soon as it is known; gives them back in the order asked. */
export async function checkFiles(core: Core, fileIds: readonly string[]): Promise<WorklistFile[]> {
  const files = await Promise.all(fileIds.map((id) => requireFile(core, id)));
  await Promise.all(files.map((file) => checkFile(core, file)));
  const judged = new Map((await readWorklist(core, fileIds)).map((file) => [file.id, file]));
  return fileIds.flatMap((id) => judged.get(id) ?? []);
}

async function checkFile(core: Core, file: WorklistFilesTable): Promise<void> {
  const source = { kind: 'path', path: file.source_path } as const;
  const options = { maxFileBytes: core.settings.read().maxFileBytes, checks: 'all', keepXml: true } as const;
  const { judgement, xmlGzip } = await core.judge.judge(source, options);
  const kept = xmlGzip !== null && judgement.sha256 !== null;
  const sha256 = kept ? judgement.sha256 : null;
  await core.store.queries.transaction().execute(async (transaction) => {
    if (xmlGzip && sha256) {
      const at = core.clock().toISOString();
      await keepDocument(transaction, { sha256, sizeBytes: judgement.sizeBytes, gzip: xmlGzip, at });
    }
    await setJudgement(transaction, file.id, { sha256, ...toColumns(judgement) });
  });
  if (sha256) await replaceEarlierDrops(core, { id: file.id, name: file.name, sha256 });
  core.emit({ name: 'worklist.changed', payload: { fileIds: [file.id] } });
}

/** Dropping the same file twice shows it once. */
async function replaceEarlierDrops(
  core: Core,
  file: { id: string; name: string; sha256: string },
): Promise<void> {
  const earlier = await findSameFiles(core.store.queries, file);
  if (earlier.length === 0) return;
  await discardFiles(
    core,
    earlier.map(({ id }) => id),
  );
}

/** Takes files off the worklist and tidies up behind them; never touches a file that is not ours. */
export async function discardFiles(core: Core, fileIds: readonly string[]): Promise<void> {
  const removed = await removeWorklistFiles(core.store.queries, fileIds);
  await dropUnusedDocuments(
    core.store.queries,
    removed.flatMap(({ sha256 }) => sha256 ?? []),
  );
  const folder = incomingFolder(core.dataFolder) + sep;
  const ours = removed.filter(({ source_path }) => source_path.startsWith(folder));
  await Promise.all(ours.map(({ source_path }) => rm(source_path, { force: true })));
  core.emit({ name: 'worklist.changed', payload: { fileIds: [...fileIds] } });
}
