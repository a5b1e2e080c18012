import { importFields } from '../../../contract/choices.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { Core } from '../../core.ts';
import { discardIncoming, requireIncoming } from '../../incoming/incoming.ts';
import { readWhole } from '../../incoming/read-whole.ts';
import { Secret } from '../../secrets/secret.ts';
import { isSealedFile, openCompanies, type SealedCompany } from '../sealed-file.ts';
import { readCsv } from './read-csv.ts';
import { readSpreadsheet } from './read-xlsx.ts';
import { type ImportTable, importLimits } from './table.ts';

/** A file on its way into the list of companies. */
export interface HeldFile {
  readonly name: string;
  readonly table: ImportTable;
}

/** What of a file is read. */
export interface WantedTable {
  readonly passphrase?: string | undefined;
  /** Place in the workbook, from 0. */
  readonly sheet?: number | undefined;
}

/**
 * Files between preview and import. They may hold keys, so they leave the disk (where it is our
 * copy) and are held in memory.
 */
export interface HeldFiles {
  open(fileId: string, wanted: WantedTable): Promise<HeldFile>;
  discard(fileId: string): Promise<void>;
}

/** The table that was read last, and which sheet was asked for. */
interface ReadTable {
  readonly sheet: number | undefined;
  readonly table: ImportTable;
}

/** State: the last few files; an older one is forgotten and has to be given again. */
const mostHeld = 4;

export function createHeldFiles(core: Core): HeldFiles {
  const held = new Map<
    string,
    { readonly name: string; readonly bytes: Uint8Array; read: ReadTable | null }
  >();

  const take = async (fileId: string) => {
    const known = held.get(fileId);
    if (known) return known;
    const { name, source_path } = await requireIncoming(core, fileId);
    const bytes = new Uint8Array(await readTableFile(source_path, name));
    const file = { name, bytes, read: null };
    held.set(fileId, file);
    for (const oldest of [...held.keys()].slice(0, -mostHeld)) held.delete(oldest);
    await discardIncoming(core, [fileId]);
    return file;
  };

  return {
    async open(fileId, wanted) {
      const file = await take(fileId);
      const { sheet } = wanted;
      if (file.read === null || file.read.sheet !== sheet) {
        file.read = { sheet, table: await readTable(file.bytes, wanted) };
      }
      return { name: file.name, table: file.read.table };
    },
    async discard(fileId) {
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
      throw new ZubiError('file_unreadable', { ...error.details, name }, { cause: error });
    throw error;
  }
}

async function readTable(
  bytes: Uint8Array,
  { passphrase, sheet }: WantedTable,
): Promise<ImportTable> {
  if (bytes.byteLength === 0) throw new ZubiError('import_empty');
  if (isSealedFile(bytes)) {
    if (passphrase === undefined)
      throw new ZubiError('import_format', { reason: 'passphrase_wanted' });
    return fromSealed(await openCompanies(bytes, new Secret(passphrase)));
  }
  const [first, second, third, fourth] = bytes;
  if (first === 0x50 && second === 0x4b && third === 3 && fourth === 4)
    return readSpreadsheet(bytes, sheet);
  if (first === 0xd0 && second === 0xcf) throw new ZubiError('import_format', { reason: 'xls' });
  return readCsv(bytes);
}

/**
 * Sealed companies as a table whose columns are the fields, so that they go the way of every other
 * row.
 */
function fromSealed(companies: readonly SealedCompany[]): ImportTable {
  if (companies.length === 0) throw new ZubiError('import_empty');
  const rows = companies.map((company, index) => ({
    row: index + 1,
    cells: importFields.map((field) =>
      field === 'territory' ? company.territoryName : String(company[field] ?? ''),
    ),
    faults: new Map(),
    isArchived: company.archived,
  }));
  return {
    format: 'sealed',
    encoding: null,
    delimiter: null,
    workbook: null,
    headings: [...importFields],
    rows,
  };
}
