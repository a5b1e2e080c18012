import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Backup } from '../../../contract/backup.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { ChainGround } from '../../platform/chain/reached.ts';
import type { HistoryCounts } from '../../platform/db/check.ts';
import { isOlderFile, isOlderVersion } from '../../platform/db/older-file.ts';
import { backupsFolder, isReplacedName } from '../../platform/db/replaced-folders.ts';
import { moveFileSync } from '../../platform/files/move-file.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { stampOf } from '../../platform/files/stamp.ts';
import { removeQuietly, writeWholeFile } from '../../platform/files/whole-file.ts';
import type { Clock } from '../../platform/ports.ts';
import { readArchiveStart } from './archive-format.ts';
import { chooseKept } from './retention.ts';
import { runBackupTask } from './run-task.ts';

const copyName = /^zubi-(before-update-)?\d{4}-[\dTZ-]+\.db$/;
const archiveName = /^zubi-\d{4}-[\dTZ-]+\.zubi-backup$/;

/** The note beside a copy, so that a list need not open the copy. */
const copyNoteSchema = z.object({
  createdAt: z.string(),
  submissions: z.number().nullable(),
  companies: z.number().nullable(),
  lastSubmissionAt: z.string().nullable(),
  /** Why the history was set aside; null when it was sound. */
  cause: z.string().nullable().default(null),
});
export type CopyNote = z.infer<typeof copyNoteSchema>;

/** The note of a copy, from the counts of its history. */
export const toNote = (
  createdAt: string,
  { submissions, companies, lastSubmissionAt }: HistoryCounts,
) => ({ createdAt, submissions, companies, lastSubmissionAt, cause: null });

/** Makes the folder of copies, for its owner only. */
export function prepareBackups(dataFolder: string): string {
  const folder = backupsFolder(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * Checks the whole history and copies it into the folder of copies. A damaged history is never
 * copied, so it never displaces a good copy. Then removes the copies that need not be kept. Throws
 * what `runBackupTask` throws.
 */
export async function makeCopy(
  dataFolder: string,
  clock: Clock,
  { ground, signal }: { readonly ground?: ChainGround; readonly signal?: AbortSignal } = {},
): Promise<Backup> {
  const folder = prepareBackups(dataFolder);
  const at = clock();
  const id = `zubi-${stampOf(at)}.db`;
  const draft = join(folder, `.${id}.tmp`);
  try {
    const counts = await runBackupTask(
      { kind: 'copy', from: join(dataFolder, 'zubi.db'), to: draft, ...(ground && { ground }) },
      signal,
    );
    writeWholeFile(join(folder, `${id}.json`), JSON.stringify(toNote(at.toISOString(), counts)));
    moveFileSync(draft, join(folder, id));
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) removeQuietly(`${draft}${end}`);
  }
  removeOld(dataFolder);
  return requireCopy(dataFolder, id);
}

/** Removes automatic copies beyond those to keep. */
function removeOld(dataFolder: string): void {
  const folder = backupsFolder(dataFolder);
  for (const kind of ['automatic', 'before_update'] as const) {
    const copies = listCopies(dataFolder).filter((copy) => copy.kind === kind);
    const kept = chooseKept(copies);
    for (const { id } of copies) {
      if (kept.has(id)) continue;
      removeQuietly(join(folder, id));
      // One that another program has open stays, with its note, until the next time.
      if (!existsSync(join(folder, id))) removeQuietly(join(folder, `${id}.json`));
    }
  }
}

/**
 * Deletes a copy and its note. Throws `backup_unknown`, and unless `confirmed` `backup_needed` for
 * one that may be the only one of its data: the newest good one, or one set aside.
 */
export function removeCopy(dataFolder: string, id: string, confirmed: boolean): void {
  const { kind } = requireCopy(dataFolder, id);
  const isNeeded = kind === 'set_aside' || newestCopy(dataFolder)?.id === id;
  if (isNeeded && !confirmed) throw new ZubiError('backup_needed', { id, kind });
  const path = join(backupsFolder(dataFolder), id);
  rmSync(path, { recursive: kind === 'set_aside', force: true });
  rmSync(`${path}.json`, { force: true });
}

/**
 * Removes drafts left by a killed process, and notes without a copy. Call it before the first copy.
 */
export function sweepDrafts(dataFolder: string): void {
  const folder = backupsFolder(dataFolder);
  for (const name of namesIn(folder)) {
    const isDraft = name.startsWith('.zubi-') || name.endsWith('.zubi-backup.tmp');
    const isLeftNote = name.endsWith('.db.json') && !existsSync(join(folder, name.slice(0, -5)));
    if (isDraft || isLeftNote) removeQuietly(join(folder, name));
  }
}

/** Every copy in the folder, the newest first. */
export function listCopies(dataFolder: string): Backup[] {
  const folder = backupsFolder(dataFolder);
  return namesIn(folder)
    .flatMap((name) => describe(folder, name) ?? [])
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** The copy of that name. Throws `backup_unknown`. */
export function requireCopy(dataFolder: string, id: string): Backup {
  const found = listCopies(dataFolder).find((copy) => copy.id === id);
  if (!found) throw new ZubiError('backup_unknown', { id });
  return found;
}

/** The newest good copy: first automatic ones and archives, then any kind. */
export function newestCopy(dataFolder: string): Backup | null {
  const good = listCopies(dataFolder).filter(({ restorable }) => restorable);
  return good.find(({ kind }) => kind === 'automatic' || kind === 'archive') ?? good[0] ?? null;
}

/** The file of a copy: a history set aside is a folder, in which the database is meant. */
export function pathOfCopy(dataFolder: string, { id, kind }: Pick<Backup, 'id' | 'kind'>): string {
  const path = join(backupsFolder(dataFolder), id);
  return kind === 'set_aside' ? join(path, 'zubi.db') : path;
}

function describe(folder: string, name: string): Backup | null {
  const path = join(folder, name);
  if (copyName.test(name)) {
    const note = readJson(`${path}.json`, copyNoteSchema);
    const kind = name.includes('before-update') ? 'before_update' : 'automatic';
    const backup = toBackup(name, { kind, path, note });
    return { ...backup, restorable: !backup.isOlder };
  }
  if (archiveName.test(name)) {
    const header = readArchiveStart(path)?.header ?? null;
    const backup = toBackup(name, { kind: 'archive', path, note: header?.history ?? null });
    const sealed = header?.sealed != null;
    const isOlder = header !== null && isOlderVersion(header.history.version);
    return {
      ...backup,
      sealed,
      isOlder,
      includesKeys: header?.includesKeys ?? false,
      restorable: header !== null && !isOlder,
    };
  }
  if (!isReplacedName(name)) return null;
  const note = readJson(join(path, 'note.json'), copyNoteSchema);
  const history = join(path, 'zubi.db');
  if (!existsSync(history)) return null;
  const backup = toBackup(name, { kind: 'set_aside', path: history, note });
  return { ...backup, restorable: note !== null && note.cause === null && !backup.isOlder };
}

function toBackup(
  id: string,
  { kind, path, note }: { kind: Backup['kind']; path: string; note: CopyNote | null },
): Backup {
  const { size, mtime } = statSync(path);
  return {
    id,
    kind,
    createdAt: note?.createdAt ?? mtime.toISOString(),
    sizeBytes: size,
    submissions: note?.submissions ?? null,
    companies: note?.companies ?? null,
    lastSubmissionAt: note?.lastSubmissionAt ?? null,
    sealed: false,
    includesKeys: false,
    restorable: true,
    isOlder: kind !== 'archive' && isOlderFile(path),
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
