import { setImmediate } from 'node:timers/promises';
import type { CellFault, ImportTable, TableRow } from './table.ts';

/**
 * A table sent by the thread that read it. Its rows are packed in a few texts, so that the main
 * thread unpacks one text at a time.
 */
export interface PackedTable extends Omit<ImportTable, 'rows'> {
  readonly portions: readonly string[];
}

type PackedRow = readonly [
  row: number,
  cells: readonly string[],
  faults: readonly (readonly [number, CellFault])[],
  isHidden: boolean,
  isArchived: boolean,
];

/** Maximum rows and characters of a portion; the row that reaches a limit ends it. */
const maxRows = 250;
const maxCharacters = 256 * 1024;

export function packTable({ rows, ...about }: ImportTable): PackedTable {
  const portions: string[] = [];
  let portion: PackedRow[] = [];
  let characters = 0;
  const end = () => {
    if (portion.length > 0) portions.push(JSON.stringify(portion));
    portion = [];
    characters = 0;
  };
  for (const { row, cells, faults, isHidden = false, isArchived = false } of rows) {
    portion.push([row, cells, [...faults], isHidden, isArchived]);
    for (const cell of cells) characters += cell.length;
    if (portion.length >= maxRows || characters >= maxCharacters) end();
  }
  end();
  return { ...about, portions };
}

/** Yields to other work between two portions. */
export async function unpackTable({ portions, ...about }: PackedTable): Promise<ImportTable> {
  const rows: TableRow[] = [];
  for (const portion of portions) {
    for (const packed of JSON.parse(portion) as readonly PackedRow[]) rows.push(unpackRow(packed));
    await setImmediate();
  }
  return { ...about, rows };
}

function unpackRow([row, cells, faults, isHidden, isArchived]: PackedRow): TableRow {
  return { row, cells, faults: new Map(faults), isHidden, isArchived };
}
