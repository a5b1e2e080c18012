import { existsSync, rmSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { type Backup, newHistoryId } from '../../../contract/backup.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { Output, ParsedInput } from '../../../contract/methods.ts';
import { toCallError } from '../../platform/call-error.ts';
import { importedKeyName } from '../../platform/chain/evidence-key.ts';
import type { ChainGround } from '../../platform/chain/reached.ts';
import { readCounts } from '../../platform/db/check.ts';
import { toStoreError } from '../../platform/db/errors.ts';
import { findOnDisk, removeIfOwn } from '../../platform/files/incoming.ts';
import { stampOf } from '../../platform/files/stamp.ts';
import type { Clock, Vault } from '../../platform/ports.ts';
import { Secret, wiped } from '../../platform/secrets/secret.ts';
import { isServiceKey, ProvenFile } from '../connection/public.ts';
import type { Handlers } from '../core.ts';
import { type ArchiveEntry, writeArchive } from './archive.ts';
import {
  type CopyNote,
  listCopies,
  pathOfCopy,
  prepareBackups,
  removeCopy,
  requireCopy,
  toNote,
} from './copies.ts';
import type { BackupKeeper } from './keeper.ts';
import { countMissing, readMissing } from './missing-submissions.ts';
import { forgetReplacedKeys } from './replaced-keys.ts';
import { commitRestore, type RestoreSource, type StagedRestore, stageRestore } from './restore.ts';
import { runBackupTask } from './run-task.ts';

/** The application as copies see it: it can stop, and start again on a replaced history. */
export interface HistoryHolder {
  readonly dataFolder: string;
  readonly version: string;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly keeper: BackupKeeper;
  /** Keys and known state that verify the chain of the history in force. */
  forCheck(): ChainGround;
  /** Why the history cannot be used; null while it can. */
  damage(): ZubiError | null;
  /** The path of a file handed over. Throws `file_unknown`. */
  pathOf(fileId: string): Promise<string>;
  /** Throws `backup_queue_busy` while anything is queued or on its way. */
  requireRest(): Promise<void>;
  /**
   * Closes the history and runs `swap`, which replaces it. Then opens the history found there, even
   * when `swap` failed. Throws `backup_queue_busy` first when anything was queued meanwhile.
   */
  replace(swap: () => Promise<void>): Promise<void>;
}

/** The methods about copies, the same with a usable history and in recovery. */
export function backupHandlers(holder: HistoryHolder) {
  // Restorations share the folder where a copy is unpacked, and replace what is being copied.
  const inTurn = pLimit(1);
  return {
    'backup.list': async () => ({ backups: listCopies(holder.dataFolder) }),
    'backup.create': ({ passphrase }) => inTurn(() => createArchive(holder, passphrase ?? null)),
    'backup.read': (input) => readPiece(holder.dataFolder, input),
    'backup.remove': async ({ id, confirmed }) => {
      try {
        removeCopy(holder.dataFolder, id, confirmed);
      } catch (error) {
        throw toStoreError(error);
      }
      await forgetReplacedKeys(holder.vault, holder.dataFolder);
      holder.keeper.changed();
      return { removed: id };
    },
    'backup.check': async () => {
      const damage = holder.damage();
      if (damage) throw damage;
      return holder.keeper.checkNow();
    },
    'backup.restore': (input) => inTurn(() => restore(holder, input)),
    'backup.leftAside': async ({ id, limit }) => readMissing(holder.dataFolder, id, limit),
  } satisfies Partial<Handlers>;
}

async function createArchive(holder: HistoryHolder, given: string | null): Promise<Backup> {
  const { dataFolder, clock } = holder;
  const damage = holder.damage();
  if (damage) throw damage;
  const folder = prepareBackups(dataFolder);
  const at = clock();
  const id = `zubi-${stampOf(at)}.zubi-backup`;
  const draft = join(folder, `.${id}.db.tmp`);
  using passphrase = given === null ? null : new Secret(given);
  using keys = passphrase ? wiped(await collectKeys(holder)) : null;
  try {
    const counts = await runBackupTask({
      kind: 'copy',
      from: join(dataFolder, 'zubi.db'),
      to: draft,
      ground: holder.forCheck(),
    });
    const entries: ArchiveEntry[] = [{ name: 'zubi.db', content: { path: draft } }];
    for (const name of ['settings.json', 'connection.json'] as const) {
      const path = join(dataFolder, name);
      if (existsSync(path)) entries.push({ name, content: { path } });
    }
    if (keys) entries.push({ name: 'keys.json', content: { bytes: keys } });
    const history = { ...toNote(at.toISOString(), counts), version: counts.version };
    const facts = { version: holder.version, includesKeys: keys !== null, history };
    await writeArchive(join(folder, id), facts, { entries, passphrase });
    holder.keeper.archived();
    return requireCopy(dataFolder, id);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * The keys for services and the keys of the history's chain, as JSON bytes for a sealed archive
 * only. Throws what the vault throws, so that no archive silently lacks keys.
 */
async function collectKeys({ vault, forCheck }: HistoryHolder): Promise<Buffer> {
  const names = new Set(vault.names().filter(isServiceKey));
  const keys: Record<string, string> = {};
  for (const [id, key] of forCheck().keys) keys[importedKeyName(id)] = key;
  for (const name of names) {
    using secret = await vault.get(name);
    if (secret) keys[name] = secret.reveal();
  }
  return Buffer.from(JSON.stringify(keys));
}

async function readPiece(
  dataFolder: string,
  { id, offset, limit }: ParsedInput<'backup.read'>,
): Promise<Output<'backup.read'>> {
  const copy = requireCopy(dataFolder, id);
  const path = pathOfCopy(dataFolder, copy);
  const { size } = await stat(path);
  await using file = await open(path, 'r');
  const { bytesRead, buffer } = await file.read(Buffer.alloc(limit), 0, limit, offset);
  const name = copy.kind === 'set_aside' ? `${copy.id}.db` : copy.id;
  const contentBase64 = buffer.subarray(0, bytesRead).toString('base64');
  return { name, sizeBytes: size, contentBase64 };
}

async function restore(
  holder: HistoryHolder,
  input: ParsedInput<'backup.restore'>,
): Promise<Output<'backup.restore'>> {
  const { dataFolder, clock, vault } = holder;
  const source: RestoreSource =
    input.fileId === undefined
      ? { kind: 'copy', id: input.id ?? newHistoryId }
      : { kind: 'archive', path: await holder.pathOf(input.fileId) };
  using passphrase = input.passphrase === undefined ? null : new Secret(input.passphrase);
  try {
    await holder.requireRest();
    // The drive that holds the archive may have been removed.
    if (source.kind === 'archive') await findOnDisk(source.path);
    const staged = await stageRestore(dataFolder, source, { clock, vault, passphrase });
    const restored = await putInForce(holder, staged);
    await letGo(dataFolder, source);
    return restored;
  } catch (error) {
    const { code } = toCallError(error);
    // With another passphrase the same bytes are tried again.
    if (code !== 'backup_sealed' && code !== 'wrong_passphrase') await letGo(dataFolder, source);
    throw error;
  }
}

/**
 * Deletes an uploaded archive after its use. The history that listed the file may no longer be in
 * force.
 */
async function letGo(dataFolder: string, source: RestoreSource): Promise<void> {
  if (source.kind === 'archive') await removeIfOwn(dataFolder, source.path);
}

/** Accepts the restored connection. When the vault cannot prove it now, a person confirms it. */
async function acceptConnection({ dataFolder, vault, clock }: HistoryHolder): Promise<void> {
  const file = new ProvenFile({ dataFolder, vault, clock });
  await file.accept().catch((error: unknown) => {
    if (!(error instanceof ZubiError)) throw error;
  });
}

/** The note beside a history set aside. For a damaged history it holds the cause only. */
function describeReplaced({ dataFolder, clock, damage }: HistoryHolder): CopyNote {
  const found = damage();
  const counts =
    found?.code === 'database_damaged' ? null : readCounts(join(dataFolder, 'zubi.db'));
  return {
    createdAt: clock().toISOString(),
    submissions: counts?.submissions ?? null,
    companies: counts?.companies ?? null,
    lastSubmissionAt: counts?.lastSubmissionAt ?? null,
    cause: found === null ? null : String(found.details.cause ?? found.code),
  };
}

async function putInForce(
  holder: HistoryHolder,
  staged: StagedRestore,
): Promise<Output<'backup.restore'>> {
  const { dataFolder } = holder;
  const note = describeReplaced(holder);
  let setAside: string | null = null;
  await holder.replace(async () => {
    setAside = await commitRestore(holder, staged, note);
    if (staged.isSealed) await acceptConnection(holder);
  });
  const left = setAside === null ? null : countMissing(dataFolder, setAside);
  return {
    submissions: staged.counts.submissions,
    lastSubmissionAt: staged.counts.lastSubmissionAt,
    setAside,
    keysRestored: [...staged.keys.values()].filter((key) => key !== null).length,
    connectionKept: staged.connectionLeft !== null,
    connectionLeft: staged.connectionLeft,
    leftAside: left?.submissions ?? null,
    companiesAside: left?.companies ?? null,
    authorizationsAside: left?.authorizations ?? null,
  };
}
