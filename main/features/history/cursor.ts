/**
 * The cursor is the sequence number of the last row of the page before. Any other value begins at
 * the newest row.
 */
export function parseCursor(cursor: string | null | undefined): number | null {
  const number = Number(cursor);
  return cursor && Number.isSafeInteger(number) ? number : null;
}

/** Null where this page is the last. */
export function nextCursor(
  rows: readonly { readonly sequence: number }[],
  limit: number,
): string | null {
  const last = rows.at(-1);
  return rows.length === limit && last ? String(last.sequence) : null;
}
