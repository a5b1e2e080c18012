/** Parts of a list, in its order, each with at most so many items. */
export function* portionsOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
