import { type KeyboardEvent, useState } from 'react';
import { nextActive, useActiveRow } from '../../ui/grid-keys.ts';

/** The active cell of the keyboard; row -1 before any. */
interface ActiveCell {
  readonly row: number;
  readonly column: number;
}

/** The cell that a key leads to; null for other keys. */
export function nextCell(
  key: string,
  { row, column }: ActiveCell,
  size: { readonly rows: number; readonly columns: number },
): ActiveCell | null {
  const isSideways = key === 'ArrowRight' || key === 'ArrowLeft';
  if (isSideways && size.rows > 0) {
    const next = column + (key === 'ArrowRight' ? 1 : -1);
    return { row: Math.max(0, row), column: Math.min(size.columns - 1, Math.max(0, next)) };
  }
  const next = nextActive(key, row, size.rows);
  return next === null ? null : { row: next, column };
}

interface MatrixKeysOptions {
  readonly rows: number;
  readonly columns: number;
  readonly keyOf: (row: number) => string | undefined;
  /** The identity of the list. */
  readonly listKey: string;
  /** The first row of the keyboard; -1 for none. */
  readonly initial: number;
  readonly show: (row: number) => void;
  readonly activate: (cell: ActiveCell) => void;
  /** Selects a row, or clears it. */
  readonly toggle: (row: number) => void;
  readonly toggleAll: () => void;
}

/**
 * The keys of a grid of cells: one Tab stop, arrows move, Enter acts, Space selects the row, Ctrl+A
 * all rows.
 */
export function useMatrixKeys(options: MatrixKeysOptions) {
  const { rows, columns, keyOf, listKey, initial, show, activate, toggle, toggleAll } = options;
  const [row, moveToRow] = useActiveRow(rows, keyOf, listKey, initial);
  const [column, moveToColumn] = useState(0);
  const active: ActiveCell = { row, column: Math.min(column, columns - 1) };
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      toggleAll();
      return;
    }
    if ((event.key === 'Enter' || event.key === ' ') && active.row >= 0) {
      event.preventDefault();
      if (event.key === ' ') toggle(active.row);
      else activate(active);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextCell(event.key, active, { rows, columns });
    if (next === null) return;
    event.preventDefault();
    moveToRow(next.row);
    moveToColumn(next.column);
    show(next.row);
  }
  return { active, onKeyDown };
}
