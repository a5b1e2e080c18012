import { posix } from 'node:path';
import type { Entry } from 'yauzl';
import { ZubiError } from '../../../../../../contract/errors.ts';
import {
  openStrictZip,
  type StrictZip,
  ZipRefusal,
} from '../../../../../platform/files/strict-zip.ts';
import { importLimits, tooLarge } from '../limits.ts';
import { type Attributes, notWorkbook, type PartReader, readPart } from './read-part.ts';
import { type SharedParts, SheetReader } from './sheet.ts';
import { DateStyles, SharedStrings } from './strings-and-styles.ts';

interface WorkbookSheet {
  readonly name: string;
  /** Place in the workbook, from 0. */
  readonly index: number;
  readonly isHidden: boolean;
  readonly cells: SheetReader;
}

/**
 * Reads the worksheets of a workbook in their order. Leaves out "very hidden" sheets, which only a
 * program can show, and sheets of charts and dialogs, which have no cells. Throws `import_format`,
 * `import_too_large`.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<readonly WorkbookSheet[]> {
  try {
    return await readSheets(await openParts(bytes));
  } catch (error) {
    throw error instanceof ZipRefusal ? toImportError(error) : error;
  }
}

/** The parts of a workbook by their names in lower case: part names ignore case. */
interface Parts {
  readonly zip: StrictZip;
  readonly byName: ReadonlyMap<string, Entry>;
}

/** Checks the sizes that the parts declare. Reading a part holds it to its declared size. */
async function openParts(bytes: Uint8Array): Promise<Parts> {
  const zip = await openStrictZip(bytes, importLimits.zipEntries);
  const { inflatedBytes, freeBytes, ratio } = importLimits;
  const limit = Math.min(inflatedBytes, freeBytes + ratio * bytes.byteLength);
  const total = zip.entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > limit) throw tooLarge('inflated', limit);
  return {
    zip,
    byName: new Map(zip.entries.map((entry) => [entry.fileName.toLowerCase(), entry])),
  };
}

async function readSheets(parts: Parts): Promise<readonly WorkbookSheet[]> {
  const root = await readRelations(parts, '');
  const path = root.find(({ type }) => type === 'officeDocument')?.path ?? '';
  const workbook = new WorkbookPart();
  await readNamed(parts, path, workbook);
  const relations = await readRelations(parts, path);
  const listed = workbook.sheets.flatMap((sheet) => {
    const relation = relations.find(({ id }) => id === sheet.relation);
    return relation?.type === 'worksheet' ? [{ ...sheet, path: relation.path }] : [];
  });
  if (listed.length === 0) throw notWorkbook();
  if (new Set(listed.map((sheet) => sheet.path.toLowerCase())).size < listed.length)
    throw notWorkbook();
  const shared = await readShared(parts, relations, workbook.isFrom1904);
  const read: WorkbookSheet[] = [];
  for (const { name, index, state, path } of listed) {
    if (state === 'veryHidden') continue;
    const cells = new SheetReader(shared);
    await readNamed(parts, path, cells);
    read.push({ name, index, isHidden: state === 'hidden', cells });
  }
  return read;
}

async function readShared(
  parts: Parts,
  relations: readonly Relation[],
  isFrom1904: boolean,
): Promise<SharedParts> {
  const [strings, styles] = [new SharedStrings(), new DateStyles()];
  for (const [type, reader] of [
    ['sharedStrings', strings],
    ['styles', styles],
  ] as const) {
    const path = relations.find((relation) => relation.type === type)?.path;
    if (path !== undefined) await readNamed(parts, path, reader);
  }
  return { strings: strings.texts, styles, isFrom1904, cellsLeft: importLimits.cells };
}

async function readNamed({ zip, byName }: Parts, path: string, reader: PartReader): Promise<void> {
  const entry = byName.get(path.toLowerCase());
  if (entry === undefined) throw notWorkbook();
  await readPart(zip, entry, reader);
}

/** A reference from one part to another of the same file. */
interface Relation {
  readonly id: string;
  /** The last segment of its type: `worksheet`, `sharedStrings`. */
  readonly type: string;
  readonly path: string;
}

/** The relations of a part; `''` is the whole package. */
async function readRelations(parts: Parts, of: string): Promise<readonly Relation[]> {
  const folder = posix.dirname(of);
  const relations: Relation[] = [];
  const open = (name: string, depth: number, attributes: Attributes) => {
    const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = attributes;
    if (name !== 'Relationship' || depth !== 2 || mode === 'External') return;
    if (relations.length >= importLimits.zipEntries)
      throw tooLarge('entries', importLimits.zipEntries);
    const path = posix.join('/', target.startsWith('/') ? '' : folder, target).slice(1);
    relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path });
  };
  await readNamed(parts, posix.join(folder, '_rels', `${posix.basename(of)}.rels`), { open });
  return relations;
}

interface ListedSheet {
  readonly name: string;
  readonly index: number;
  readonly state: string | undefined;
  readonly relation: string;
}

/** Reads the list of the sheets. */
class WorkbookPart implements PartReader {
  readonly sheets: ListedSheet[] = [];
  isFrom1904 = false;

  open(element: string, depth: number, attributes: Attributes): void {
    const { name = '', state, id: relation = '', date1904 } = attributes;
    if (depth === 2 && element === 'workbookPr')
      this.isFrom1904 = date1904 === '1' || date1904 === 'true';
    if (depth !== 3 || element !== 'sheet') return;
    if (this.sheets.length >= importLimits.sheets) throw tooLarge('sheets', importLimits.sheets);
    this.sheets.push({ name: name.slice(0, 255), index: this.sheets.length, state, relation });
  }
}

function toImportError(refusal: ZipRefusal): ZubiError {
  const { fault } = refusal;
  if (fault === 'entries') return tooLarge('entries', importLimits.zipEntries);
  const reason = fault === 'encrypted' ? 'encrypted' : 'zip';
  return new ZubiError('import_format', { reason, fault }, { cause: refusal });
}
