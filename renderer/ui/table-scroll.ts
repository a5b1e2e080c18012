import { elementScroll, measureElement, type Virtualizer } from '@tanstack/react-virtual';
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/**
 * A new row counts as high as it is thought to be until the browser has laid it out, which tells
 * its height by itself: asking would lay out at once.
 */
export function measureLaidOut(
  element: Element,
  entry: ResizeObserverEntry | undefined,
  virtual: Virtualizer<HTMLDivElement, Element>,
): number {
  if (entry !== undefined) return measureElement(element, entry, virtual);
  const index = virtual.indexFromElement(element);
  const known = virtual.itemSizeCache.get(virtual.options.getItemKey(index));
  return known ?? virtual.options.estimateSize(index);
}

/**
 * How much of the table is seen, as the browser tells it once it is laid out: asking would lay the
 * page out at once. Until then it counts as half as high as the window.
 */
export function observeLaidOutRect(
  { scrollElement }: Virtualizer<HTMLDivElement, Element>,
  tell: (rect: { width: number; height: number }) => void,
): () => void {
  const observer = new ResizeObserver((entries) => {
    const box = entries.at(-1)?.borderBoxSize[0];
    if (box !== undefined)
      tell({ width: Math.round(box.inlineSize), height: Math.round(box.blockSize) });
  });
  if (scrollElement !== null) observer.observe(scrollElement);
  return () => observer.disconnect();
}

/**
 * Scrolls a table, unless it is at its top and stays there: a new one would be laid out at once for
 * nothing.
 */
export function scrollWhenAway(
  offset: number,
  options: Parameters<typeof elementScroll>[1],
  virtual: Virtualizer<HTMLDivElement, Element>,
): void {
  const target = offset + (options.adjustments ?? 0);
  if (target === 0 && virtual.scrollOffset === 0) return;
  elementScroll(offset, options, virtual);
}

/** Goes to the top of a table when its rows are of another list. */
export function useTopOf(
  scroll: RefObject<HTMLDivElement | null>,
  listKey: string | undefined,
): void {
  const shown = useRef(listKey);
  useEffect(() => {
    if (shown.current !== listKey) scroll.current?.scrollTo({ top: 0 });
    shown.current = listKey;
  }, [scroll, listKey]);
}

/**
 * Where somebody was in a table: of which list, pixels from its top, and the row that keys had
 * reached (-1: none).
 */
export interface TablePlace {
  readonly listKey: string;
  readonly top: number;
  readonly active: number;
}

/** Where a table was left, and where it is told that it is left. */
export interface KeptPlace {
  readonly left: () => TablePlace | null;
  readonly save: (place: TablePlace) => void;
}

/**
 * The table that is begun with: of which list, and how many rows of it are there, so many pixels
 * high each.
 */
export interface FirstRows {
  readonly listKey: string;
  readonly count: number;
  readonly height: number;
}

/**
 * Where to begin in a table: where it was left where its rows reach so far, else at its top (what
 * was read further down may have been forgotten).
 */
export function firstPlace(left: TablePlace | null, rows: FirstRows): Omit<TablePlace, 'listKey'> {
  const isThere = left?.listKey === rows.listKey && left.top < rows.count * rows.height;
  return isThere && left.active < rows.count ? left : { top: 0, active: -1 };
}

/** Where to begin in a table; what it has become since then changes nothing. */
export function useFirstPlace(
  kept: KeptPlace | undefined,
  rows: FirstRows,
): Omit<TablePlace, 'listKey'> {
  const [place] = useState(() => firstPlace(kept?.left() ?? null, rows));
  return place;
}

/** Begins there, and tells where the table was when it goes. */
export function usePlaceIn(
  scroll: RefObject<HTMLDivElement | null>,
  first: number,
  leave: (top: number) => void,
): void {
  const start = useEffectEvent((box: HTMLDivElement) => {
    if (first > 0) box.scrollTop = first;
  });
  const end = useEffectEvent((box: HTMLDivElement) => leave(box.scrollTop));
  useLayoutEffect(() => {
    const box = scroll.current;
    if (box === null) return;
    start(box);
    return () => end(box);
  }, [scroll]);
}
