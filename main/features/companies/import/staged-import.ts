import { ZubiError } from '../../../../contract/errors.ts';
import { discardIncoming, requireIncoming } from '../../../platform/files/incoming.ts';
import { readWhole } from '../../../platform/files/read-whole.ts';
import type { Core } from '../../core.ts';
import { importLimits } from './table/limits.ts';
import type { ImportTable } from './table/table.ts';
import { createTableReader } from './table/table-reader.ts';
import type { WantedTable } from './table/worker.ts';

interface HeldFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The table that was read last, and the sheet that was wanted. */
  read: { readonly sheet: number | undefined; readonly table: ImportTable } | null;
}

/** State: the last few files. A person must hand over an older file again. */
const maxHeld = 4;

/**
 * Files between preview and import. They may hold keys, so files handed over as bytes are not on
 * disk (`StagedTables`), and a copy of ours that is on disk is deleted.
 */
export function createStagedImports(core: Core) {
  const readTable = createTableReader();
  const held = new Map<string, Promise<HeldFile>>();

  const readFile = async (fileId: string): Promise<HeldFile> => {
    const { name, source_path } = await requireIncoming(core, fileId);
    const bytes =
      core.stagedTables.find(fileId) ?? new Uint8Array(await readTableFile(source_path, name));
    await discardIncoming(core, [fileId]);
    return { name, bytes, read: null };
  };

  /** Calls at the same time share one reading. */
  const take = async (fileId: string): Promise<HeldFile> => {
    const file = held.get(fileId) ?? readFile(fileId);
    held.set(fileId, file);
    for (const oldest of [...held.keys()].slice(0, -maxHeld)) held.delete(oldest);
    try {
      return await file;
    } catch (error) {
      held.delete(fileId);
      throw error;
    }
  };

  return {
    async open(fileId: string, { passphrase, sheet }: WantedTable) {
      const file = await take(fileId);
      const { name, bytes } = file;
      if (file.read === null || file.read.sheet !== sheet)
        file.read = { sheet, table: await readTable({ bytes, passphrase, sheet }) };
      return { name, table: file.read.table };
    },
    async discard(fileId: string) {
      held.delete(fileId);
      await discardIncoming(core, [fileId]);
    },
  };
}

async function readTableFile(path: string, name: string): Promise<Uint8Array> {
  const limit = importLimits.fileBytes;
  const tooLarge = () => new ZubiError('import_too_large', { what: 'file', limit, name });
  try {
    return await readWhole(path, limit, tooLarge);
  } catch (error) {
    if (error instanceof ZubiError && error.code === 'file_unreadable')
      throw new ZubiError(
        { code: error.code, details: { ...error.details, name } },
        { cause: error },
      );
    throw error;
  }
}
