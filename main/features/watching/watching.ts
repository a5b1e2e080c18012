import { access, constants, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import type { ErrorDetails } from '../../../contract/error-details.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { WatchedFolder } from '../../../contract/methods/watching.ts';
import type { ParsedInput } from '../../../contract/methods.ts';
import { type CompanyRow, requireCompany } from '../companies/public.ts';
import type { Core, Handlers } from '../core.ts';
import { FolderWatch, keepExisting, realWatchPace, type WatchPace } from './folder-watch.ts';
import { type ChosenFolder, openFoldersFile } from './folders-file.ts';
import { listFiles } from './list-files.ts';
import { forgetFolder, listArrivals, listMisplaced } from './watched-files-table.ts';

/** The watched folders of this process. */
export type Watching = ReturnType<typeof createWatching>;

interface WatchingOptions {
  /** The system's dialog for a folder, where the host has one. */
  readonly chooseFolder?: () => Promise<string | null>;
  readonly watchPace?: WatchPace;
}

/** With `go` this process watches: it owns the data folder and stays open. */
export function createWatching(
  core: Core,
  { chooseFolder, watchPace = realWatchPace }: WatchingOptions,
  { go }: { readonly go: boolean },
) {
  const file = openFoldersFile(core);
  const watches = new Map<string, FolderWatch>();
  const begin = (folder: ChosenFolder) => {
    if (go) watches.set(folder.id, new FolderWatch(core, watchPace, folder));
  };
  for (const folder of file.read().folders) begin(folder);

  const describe = async ({ id, path, companyId }: ChosenFolder): Promise<WatchedFolder> => ({
    id,
    path,
    companyId,
    companyName: (await companyOf(core, companyId))?.full_name ?? null,
    state: watches.get(id)?.state ?? 'off',
  });

  const add = async (
    given: string,
    { companyId = null, withExisting }: ParsedInput<'watching.choose'>,
  ): Promise<WatchedFolder> => {
    if (companyId !== null) await requireCompany(core, companyId);
    const path = await requireUsable(core, given, file.read().folders);
    const found = withExisting ? { files: [] } : await listFiles(path).catch(() => null);
    const changes = found?.files.map(({ modifiedMs }) => modifiedMs) ?? [Number.POSITIVE_INFINITY];
    // A date in the future must not keep back what comes until then.
    const existingUntilMs = Math.min(Math.max(0, ...changes), core.clock().getTime());
    const folder = { id: core.newId(), path, companyId, existingUntilMs };
    // Of an unreadable folder, `FolderWatch` notes them at its first whole reading.
    if (found !== null) await keepExisting(core, folder, found.files);
    file.write({ ...file.read(), folders: [...file.read().folders, folder] });
    begin(folder);
    core.emit({ name: 'watching.changed', payload: {} });
    return describe(folder);
  };

  return {
    handlers: {
      'watching.list': async () => {
        const { folders, seenAt } = file.read();
        return {
          folders: await Promise.all(folders.map(describe)),
          canChoose: chooseFolder !== undefined,
          misplaced: (await Promise.all(folders.map((each) => misplacedOf(core, each)))).flat(),
          arrivals: { since: seenAt, ...(await listArrivals(core.store.queries, seenAt)) },
        };
      },
      'watching.add': async ({ path, ...rest }) => ({ folder: await add(path, rest) }),
      'watching.choose': async (rest) => {
        if (chooseFolder === undefined) throw new ZubiError('not_allowed');
        const path = await chooseFolder();
        return { folder: path === null ? null : await add(path, rest) };
      },
      'watching.remove': async ({ id }) => {
        const { folders } = file.read();
        file.write({ ...file.read(), folders: folders.filter((folder) => folder.id !== id) });
        await watches.get(id)?.stop();
        watches.delete(id);
        await forgetFolder(core.store.queries, id);
        core.emit({ name: 'watching.changed', payload: {} });
        return {};
      },
      'watching.markSeen': async () => {
        file.write({ ...file.read(), seenAt: core.clock().toISOString() });
        core.emit({ name: 'watching.changed', payload: {} });
        return {};
      },
    } satisfies Partial<Handlers>,
    /** The problem of the file that names the folders. */
    fault: file.fault,
    stop: async () => void (await Promise.all([...watches.values()].map((each) => each.stop()))),
  };
}

/** Null without a company, and for one that was removed. */
async function companyOf(core: Core, companyId: string | null): Promise<CompanyRow | null> {
  return companyId === null ? null : requireCompany(core, companyId).catch(() => null);
}

async function misplacedOf(core: Core, { id, companyId }: ChosenFolder) {
  const company = await companyOf(core, companyId);
  if (company === null) return [];
  const fileIds = await listMisplaced(core.store.queries, id, company.tax_id);
  return fileIds.map((fileId) => ({ fileId, folderCompany: company.full_name }));
}

/** The folder's absolute path. Throws `folder_not_usable`. */
async function requireUsable(
  core: Core,
  given: string,
  chosen: readonly ChosenFolder[],
): Promise<string> {
  const path = given.trim();
  const refuse = (reason: ErrorDetails['folder_not_usable']['reason']): never => {
    throw new ZubiError('folder_not_usable', { reason, path });
  };
  if (!isAbsolute(path) || path.includes('\0')) return refuse('not_absolute');
  const found = await stat(path).catch(() => null);
  if (found === null) return refuse('not_found');
  if (!found.isDirectory()) return refuse('not_a_folder');
  const real = await realpath(path).catch(() => refuse('unreadable'));
  await access(real, constants.R_OK | constants.X_OK).catch(() => refuse('unreadable'));
  const own = await realpath(core.dataFolder);
  if (isWithin(own, real) || isWithin(real, own)) return refuse('own');
  for (const folder of chosen) {
    const other = await realpath(folder.path).catch(() => folder.path);
    if (isWithin(other, real) || isWithin(real, other)) return refuse('overlaps');
  }
  return resolve(path);
}

function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}
