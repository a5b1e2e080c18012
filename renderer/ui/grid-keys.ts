import { type KeyboardEvent, useState } from 'react';

const page = 10;

/**
 * The row that a key leads to in a list of `count` rows from row `active` (-1: none); null for
 * other keys.
 */
export function nextActive(key: string, active: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active < 0 ? count - 1 : active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  if (next === undefined || count === 0) return null;
  return Math.min(count - 1, Math.max(0, next));
}

/**
 * The keyboard's row of a list, -1 for none. It follows its row when others come or go above it;
 * without its row, it keeps the place. Another list (`listKey`) without its row begins anew.
 */
export function useActiveRow(
  count: number,
  keyOf: (index: number) => string | undefined,
  listKey: string,
  initial = -1,
): readonly [number, (index: number) => void] {
  const [kept, setKept] = useState(() => ({ index: initial, key: keyOf(initial), listKey }));
  const move = (index: number) => setKept({ index, key: keyOf(index), listKey });
  const place = Math.min(kept.index, count - 1);
  if (place < 0 || kept.key === undefined || keyOf(place) === kept.key) return [place, move];
  for (let index = 0; index < count; index += 1)
    if (keyOf(index) === kept.key) return [index, move];
  return [kept.listKey === listKey ? place : -1, move];
}

interface GridKeysOptions {
  readonly count: number;
  readonly keyOf: (index: number) => string | undefined;
  /** The identity of the list. */
  readonly listKey: string;
  /** Index of the chosen row, -1 for none; moving starts there. */
  readonly selected: number;
  readonly show: (index: number) => void;
  readonly activate: (index: number) => void;
  /** Enter, where it does more than activate. */
  readonly enter?: (index: number) => void;
  /** The arrows moved to a row, where that shows it at once. */
  readonly onMove?: (index: number) => void;
  /** The first row of the keyboard; -1 for none. */
  readonly initial?: number;
  /** For lists with boxes: Space chooses instead of activating. */
  readonly toggle?: (index: number) => void;
  readonly toggleAll?: () => void;
}

/**
 * The keys of a grid: arrows, pages, Home and End move, Enter and Space activate; with boxes Space
 * chooses, and Ctrl+A chooses all.
 */
export function useGridKeys(options: GridKeysOptions) {
  const {
    count,
    keyOf,
    selected,
    show,
    activate,
    onMove,
    enter = activate,
    toggle,
    toggleAll,
    listKey,
    initial = -1,
  } = options;
  const [moved, setMoved] = useActiveRow(count, keyOf, listKey, initial);
  const active = onMove !== undefined && selected >= 0 ? selected : moved;

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'a' && (event.ctrlKey || event.metaKey) && toggleAll !== undefined) {
      event.preventDefault();
      toggleAll();
      return;
    }
    if (event.key === ' ' && toggle !== undefined && active >= 0) {
      event.preventDefault();
      toggle(active);
      return;
    }
    if ((event.key === 'Enter' || event.key === ' ') && active >= 0) {
      event.preventDefault();
      if (event.key === 'Enter') enter(active);
      else activate(active);
      return;
    }
    const next = nextActive(event.key, active, count);
    if (next === null) return;
    event.preventDefault();
    setMoved(next);
    show(next);
    onMove?.(next);
  }

  function click(index: number): void {
    setMoved(index);
    activate(index);
  }
  return { active, onKeyDown, click };
}
