import { setImmediate } from 'node:timers/promises';
import type { ImportTable, TableRow } from './table.ts';

/**
 * A table sent by the thread that read it. Its rows are packed in a few texts, so that the main
 * thread unpacks one text at a time.
 */
export interface PackedTable extends Omit<ImportTable, 'rows'> {
  readonly portions: readonly string[];
}

/** Maximum rows and characters of a portion; the row that reaches a limit ends it. */
const maxRows = 250;
const maxCharacters = 256 * 1024;

export function packTable({ rows, ...about }: ImportTable): PackedTable {
  const portions: string[] = [];
  let portion: TableRow[] = [];
  let characters = 0;
  for (const row of rows) {
    portion.push(row);
    for (const cell of row.cells) characters += cell.length;
    const isLast = row === rows.at(-1);
    if (portion.length < maxRows && characters < maxCharacters && !isLast) continue;
    portions.push(JSON.stringify(portion));
    portion = [];
    characters = 0;
  }
  return { ...about, portions };
}

/** Yields to other work between two portions. */
export async function unpackTable({ portions, ...about }: PackedTable): Promise<ImportTable> {
  const rows: TableRow[] = [];
  for (const portion of portions) {
    rows.push(...(JSON.parse(portion) as readonly TableRow[]));
    await setImmediate();
  }
  return { ...about, rows };
}
