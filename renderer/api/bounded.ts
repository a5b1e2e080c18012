/** Maps in order of `items` with at most `limit` running at once; a rejection ends the whole. */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  async function run(): Promise<void> {
    // The workers share one iterator: each takes the next item that nobody has.
    for (const [index, item] of entries) results[index] = await work(item, index);
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, run));
  return results;
}
