import { startOfCharacter } from '../xml/bytes.ts';
import { type Edit, editedText } from '../xml/edits.ts';
import type { ElementIndex } from '../xml/element-index.ts';

/** Bytes shown on each side of a change within its line. */
const around = 80;
/** Longer changes are not drawn: whole records that are removed. */
const maxShownBytes = 4000;

/** Characters of a text that are shown. */
export const maxText = 200;

export const cut = (text: string) => [...text].slice(0, maxText).join('');

/** The source lines of a change before and after; null when they are too long to show. */
export function diffLines(
  { bytes }: Pick<ElementIndex, 'bytes'>,
  edits: readonly Edit[],
): { readonly lineBefore: string; readonly lineAfter: string } | null {
  const first = Math.min(...edits.map(({ from }) => from));
  const last = Math.max(...edits.map(({ to }) => to));
  if (last - first > maxShownBytes) return null;
  const from = startOfCharacter(bytes, lineStart(bytes, first));
  const to = startOfCharacter(bytes, lineEnd(bytes, last));
  return {
    lineBefore: plain(editedText(bytes, [], from, to)),
    lineAfter: plain(editedText(bytes, edits, from, to)),
  };
}

function plain(text: string): string {
  return text.replaceAll('\r', '').replace(/^\ufeff/, '');
}

function lineStart(bytes: Uint8Array, offset: number): number {
  const least = Math.max(0, offset - around);
  let at = offset;
  while (at > least && bytes[at - 1] !== 0x0a) at -= 1;
  return at;
}

function lineEnd(bytes: Uint8Array, offset: number): number {
  const most = Math.min(bytes.length, offset + around);
  let at = offset;
  while (at < most && bytes[at] !== 0x0a) at += 1;
  return at;
}
