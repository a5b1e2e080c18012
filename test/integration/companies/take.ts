import type { Office } from '../core/office.ts';

/** Hands a table over; returns its token. */
export async function take(
  office: Office,
  name: string,
  content: string | Uint8Array,
): Promise<string> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const taken = await office.app.takeFile({ name, bytes });
  if (!taken.ok) throw new Error(taken.error.code);
  return taken.value.fileId;
}
