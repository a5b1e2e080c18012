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
 * A new row counts by its estimated height until the browser has laid it out, which reports the
 * height by itself: asking would force a layout.
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
 * The visible height of the table, as the browser reports it after its layout: asking would force
 * one. Until then it counts as half of the window.
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
 * Scrolls a table, unless it is at its top and stays there: that would force a new one's layout.
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

/** A place in a table: its list, pixels from its top, and the active row (-1: none). */
export interface TablePlace {
  readonly listKey: string;
  readonly top: number;
  readonly active: number;
}

/** The place where a table was left, and the function that stores it. */
export interface KeptPlace {
  readonly left: () => TablePlace | null;
  readonly save: (place: TablePlace) => void;
}

/** The first table: its list, the number of its rows, and their height in pixels. */
interface FirstRows {
  readonly listKey: string;
  readonly count: number;
  readonly height: number;
}

/**
 * The first place in a table: the last one where its rows reach so far, else the top (rows further
 * down may have been forgotten).
 */
export function firstPlace(left: TablePlace | null, rows: FirstRows): Omit<TablePlace, 'listKey'> {
  const isThere = left?.listKey === rows.listKey && left.top < rows.count * rows.height;
  return isThere && left.active < rows.count ? left : { top: 0, active: -1 };
}

/** The first place in a table; later changes do not count. */
export function useFirstPlace(
  kept: KeptPlace | undefined,
  rows: FirstRows,
): Omit<TablePlace, 'listKey'> {
  const [place] = useState(() => firstPlace(kept?.left() ?? null, rows));
  return place;
}

/** Starts there, and stores the table's place when the table disappears. */
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
