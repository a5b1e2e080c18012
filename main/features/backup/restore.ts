import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { newHistoryId } from '../../../contract/backup.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { isImportedKey } from '../../platform/chain/evidence-key.ts';
import { makeRestoredMark, restoredMark } from '../../platform/chain/restored-mark.ts';
import type { HistoryCounts } from '../../platform/db/check.ts';
import {
  backupsFolder,
  isReplacedName,
  listReplacedNames,
} from '../../platform/db/replaced-folders.ts';
import { createHistory } from '../../platform/db/store.ts';
import { moveFileSync } from '../../platform/files/move-file.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { stampOf } from '../../platform/files/stamp.ts';
import { flushFile, flushFolder, writeWholeFile } from '../../platform/files/whole-file.ts';
import type { Clock, Vault } from '../../platform/ports.ts';
import { type Secret, wiped } from '../../platform/secrets/secret.ts';
import { hasRealUserKey, isServiceKey } from '../connection/public.ts';
import { forgetForeignPlaces } from '../worklist/public.ts';
import { readArchive } from './archive.ts';
import { type CopyNote, prepareBackups, requireCopy } from './copies.ts';
import { hasRealConnection, isOwnConnection, leaveOutConnection } from './foreign-connection.ts';
import { areKeysReplaced, type Keys, readReplacedKeys, replaceKeys } from './replaced-keys.ts';
import { runBackupTask } from './run-task.ts';

/** Files that a restoration may replace. The mark comes first, so that it is never missing. */
const restorableFiles = [restoredMark, 'zubi.db', 'settings.json', 'connection.json'] as const;

/**
 * Files moved aside together with a file: SQLite's log, index and journal belong to the history
 * beside them.
 */
const companions: Readonly<Record<string, readonly string[]>> = {
  'zubi.db': ['zubi.db-wal', 'zubi.db-shm', 'zubi.db-journal'],
};

const planSchema = z.object({
  /** Folder in `backups/` for the files that were in force. */
  aside: z.string().refine(isReplacedName),
  files: z.array(z.enum(restorableFiles)),
  /** Whether keys are put in force before the files. */
  hasKeys: z.boolean().default(false),
});
type Plan = z.infer<typeof planSchema>;

/** A prepared restoration: its files are checked and beside the files in force. */
export interface StagedRestore {
  readonly plan: Plan;
  readonly counts: HistoryCounts;
  /** Keys of the archive, or those that an archive replaced. */
  readonly keys: Keys;
  /** Address in the archive that was not restored; null when nothing was left out. */
  readonly connectionLeft: string | null;
  /** Whether a seal, opened with the passphrase, vouches for all files. */
  readonly isSealed: boolean;
}

export type RestoreSource =
  | { readonly kind: 'copy'; readonly id: string }
  | { readonly kind: 'archive'; readonly path: string };

/** What staging a restoration needs. */
interface RestoreGround {
  readonly clock: Clock;
  /** Signs the mark that this application restored the history. */
  readonly vault: Vault;
  readonly passphrase: Secret | null;
}

/** On Windows again, while another program has a file of the folder open. */
const wholly = { recursive: true, force: true, maxRetries: 5 } as const;

const stageFolder = (dataFolder: string): string => join(dataFolder, 'restore');
const planPath = (dataFolder: string): string => join(stageFolder(dataFolder), 'plan.json');

/**
 * Unpacks and checks a restoration without changing the files in force. First finishes one whose
 * files could not move: its keys are in force already. Throws `backup_unknown`, `backup_damaged`,
 * `backup_sealed`, `wrong_passphrase`, `secrets_locked`, `database_newer`, `database_older`,
 * `database_locked`, `disk_full`.
 */
export async function stageRestore(
  dataFolder: string,
  source: RestoreSource,
  { clock, vault, passphrase }: RestoreGround,
): Promise<StagedRestore> {
  const stage = stageFolder(dataFolder);
  finishRestore(dataFolder, vault);
  mkdirSync(stage, { recursive: true, mode: 0o700 });
  try {
    const { isSealed, isArchive, ...filled } = await fillStage(dataFolder, source, passphrase);
    const aside = source.kind === 'copy' && isReplacedName(source.id) ? source.id : null;
    const former = aside === null ? null : await readReplacedKeys(vault, aside);
    const isBack = former !== null && (await isOwnConnection(stage, vault));
    const keys = isBack ? former : filled.keys;
    // Real keys here may belong to another address.
    const isReal = hasRealUserKey(vault.names()) || hasRealConnection(dataFolder);
    const isForeign = !isSealed && !isBack && (isArchive || isReal);
    const connectionLeft = isForeign ? leaveOutConnection(stage, dataFolder) : null;
    const path = join(stage, 'zubi.db');
    const counts = await runBackupTask({ kind: 'check', path, level: 'full' }).catch(
      asDamagedBackup,
    );
    if (isArchive && !isSealed) forgetForeignPlaces(path, dataFolder);
    const mark = await makeRestoredMark(path, vault, clock());
    for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    flushFile(path);
    writeWholeFile(join(stage, restoredMark), mark);
    // A locked vault cannot take the keys.
    if (keys.size > 0 && vault.protection().locked) throw new ZubiError('secrets_locked');
    const files = restorableFiles.filter((name) => existsSync(join(stage, name)));
    return {
      plan: { aside: `set-aside-${stampOf(clock())}`, files, hasKeys: keys.size > 0 },
      counts,
      keys,
      connectionLeft,
      isSealed,
    };
  } catch (error) {
    rmSync(stage, wholly);
    throw error;
  }
}

/**
 * Puts the staged keys and files in force. Once the plan is on disk and the keys are in force, this
 * happens now or at the next start (`finishRestore`). Nothing may have the history open. Returns
 * the name of the folder with the former files.
 */
export async function commitRestore(
  { dataFolder, vault }: { readonly dataFolder: string; readonly vault: Vault },
  { plan, keys }: StagedRestore,
  note: CopyNote,
): Promise<string> {
  const aside = join(prepareBackups(dataFolder), plan.aside);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  writeWholeFile(join(aside, 'note.json'), JSON.stringify(note));
  // Without a connection before: on the way back there is none again.
  const isFirst = !existsSync(join(dataFolder, 'connection.json'));
  if (isFirst && plan.files.includes('connection.json'))
    writeWholeFile(join(aside, 'connection.json'), '{}');
  writeWholeFile(planPath(dataFolder), JSON.stringify(plan));
  if (plan.hasKeys) await replaceKeys(vault, plan.aside, keys);
  finishRestore(dataFolder, vault);
  return plan.aside;
}

/**
 * Finishes a committed restoration from the point where a killed process left it. Without a plan,
 * or before its keys are in force, deletes what was only staged. While a file is still staged, the
 * file in force with its name is the old one and moves aside first.
 */
export function finishRestore(dataFolder: string, vault: Pick<Vault, 'names'>): void {
  const stage = stageFolder(dataFolder);
  if (!existsSync(stage)) return;
  const plan = readJson(planPath(dataFolder), planSchema);
  const aside = join(backupsFolder(dataFolder), plan?.aside ?? '');
  if (plan && isCommitted(plan, stage, vault)) {
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    for (const name of plan.files) {
      const staged = join(stage, name);
      if (!existsSync(staged)) continue;
      for (const old of [...(companions[name] ?? []), name]) {
        if (existsSync(join(dataFolder, old)))
          moveFileSync(join(dataFolder, old), join(aside, old));
      }
      moveFileSync(staged, join(dataFolder, name));
    }
    flushFolder(aside);
    flushFolder(dataFolder);
  } else if (plan && !existsSync(join(aside, 'zubi.db'))) {
    // Otherwise it would count as a history set aside, which nobody can remove.
    rmSync(aside, wholly);
  }
  rmSync(planPath(dataFolder), { force: true });
  rmSync(stage, wholly);
}

/** Once a file has moved, all of them do, whatever became of the vault. */
function isCommitted(plan: Plan, stage: string, vault: Pick<Vault, 'names'>): boolean {
  const isBegun = plan.files.some((name) => !existsSync(join(stage, name)));
  return !plan.hasKeys || isBegun || areKeysReplaced(vault, plan.aside);
}

interface Filled {
  readonly keys: Keys;
  readonly isSealed: boolean;
  readonly isArchive: boolean;
}

const withoutKeys: Filled = { keys: new Map(), isSealed: false, isArchive: false };

async function fillStage(
  dataFolder: string,
  source: RestoreSource,
  passphrase: Secret | null,
): Promise<Filled> {
  const stage = stageFolder(dataFolder);
  if (source.kind === 'archive') return unpackArchive(source.path, stage, passphrase);
  if (source.id === newHistoryId) {
    await createHistory(join(stage, 'zubi.db'));
    return withoutKeys;
  }
  const copy = requireCopy(dataFolder, source.id);
  const path = join(backupsFolder(dataFolder), copy.id);
  if (copy.kind === 'archive') return unpackArchive(path, stage, passphrase);
  if (copy.kind !== 'set_aside') copyFileSync(path, join(stage, 'zubi.db'));
  else {
    // A history set aside may have a log beside it.
    for (const name of ['zubi.db', 'zubi.db-wal', 'settings.json'])
      if (existsSync(join(path, name))) copyFileSync(join(path, name), join(stage, name));
    stageFormerConnection(dataFolder, copy.id, stage);
  }
  return withoutKeys;
}

/**
 * The connection that was in force with a history set aside: in its folder, or in that of the
 * restoration that replaced it later.
 */
function stageFormerConnection(dataFolder: string, aside: string, stage: string): void {
  const later = listReplacedNames(dataFolder).filter((name) => name >= aside);
  const paths = later.map((name) => join(backupsFolder(dataFolder), name, 'connection.json'));
  const path = paths.findLast((each) => existsSync(each));
  if (path !== undefined) copyFileSync(path, join(stage, 'connection.json'));
}

async function unpackArchive(
  path: string,
  stage: string,
  passphrase: Secret | null,
): Promise<Filled> {
  const pathFor = (name: string) => (name === 'keys.json' ? null : join(stage, name));
  const { header, kept } = await readArchive(path, passphrase, pathFor);
  const isSealed = header.sealed !== null;
  const contents = kept.get('keys.json');
  if (!contents) return { ...withoutKeys, isSealed, isArchive: true };
  using bytes = wiped(contents);
  try {
    const keys = z.record(z.string(), z.string()).parse(JSON.parse(bytes.toString('utf8')));
    // A stranger may have sealed the archive, so only names of service and chain keys are taken.
    const ours = Object.entries(keys).filter(([name]) => isServiceKey(name) || isImportedKey(name));
    return { keys: new Map(ours), isSealed, isArchive: true };
  } catch {
    throw new ZubiError('backup_damaged', { cause: 'keys' });
  }
}

/** A damaged copy does not mean that the history in force is damaged, so the code changes. */
function asDamagedBackup(error: unknown): never {
  if (error instanceof ZubiError && error.code === 'database_damaged')
    throw new ZubiError({ code: 'backup_damaged', details: error.details });
  throw error;
}
