import { endOfName, textBetween } from '../xml/bytes.ts';
import type { Replacement } from '../xml/edits.ts';
import { type ElementIndex, skipMarkup } from '../xml/element-index.ts';
import { endOfElement } from '../xml/elements.ts';
import { escapeText, resolveReferences } from '../xml/references.ts';

/** A character of a value and the bytes that write it: a reference takes several. */
interface WrittenCharacter {
  readonly character: string;
  readonly from: number;
  readonly to: number;
}

/** Most bytes of a fixable value: ten times the size of any field. */
const maxContentBytes = 40_000;

/**
 * The characters of an element's value with their places; null when it has child elements or far
 * exceeds any field.
 */
function readContent(
  elementIndex: ElementIndex,
  element: number,
): readonly WrittenCharacter[] | null {
  const from = elementIndex.contentStart[element] ?? 0;
  const to = elementIndex.contentEnd[element] ?? 0;
  if ((elementIndex.after[element] ?? 0) !== element + 1 || to - from > maxContentBytes)
    return null;
  const characters: WrittenCharacter[] = [];
  for (let at = from; at < to; ) {
    if (elementIndex.bytes[at] !== 0x3c)
      at = readCharacter(elementIndex.bytes, at, characters, true);
    else {
      const end = skipMarkup(elementIndex.bytes, at);
      const isCdata = elementIndex.bytes[at + 2] === 0x5b;
      for (let inside = at + 9; isCdata && inside < end - 3; )
        inside = readCharacter(elementIndex.bytes, inside, characters, false);
      at = end;
    }
  }
  return characters;
}

/** Reads one character; returns the offset after it. */
function readCharacter(
  bytes: Uint8Array,
  at: number,
  characters: WrittenCharacter[],
  hasReferences: boolean,
): number {
  const first = bytes[at] ?? 0;
  if (hasReferences && first === 0x26) {
    const end = bytes.indexOf(0x3b, at) + 1;
    characters.push({
      character: resolveReferences(textBetween(bytes, at, end)),
      from: at,
      to: end,
    });
    return end;
  }
  const isPair = first === 0x0d && bytes[at + 1] === 0x0a;
  const length = isPair ? 2 : first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const character = first === 0x0d ? '\n' : textBetween(bytes, at, at + length);
  characters.push({ character, from: at, to: at + length });
  return at + length;
}

/**
 * Replaces an element's value. Only the differing characters change, inside their CDATA section or
 * beside their comment. Null when there is no value to replace.
 */
export function writeValue(
  elementIndex: ElementIndex,
  element: number,
  value: string,
): readonly Replacement[] | null {
  if ((elementIndex.contentStart[element] ?? 0) === 0)
    return fillEmptyTag(elementIndex, element, value);
  const written = readContent(elementIndex, element);
  if (written === null) return null;
  const wanted = [...value];
  const same = (a: number, b: number) => written[a]?.character === wanted[b];
  let lead = 0;
  while (lead < written.length && lead < wanted.length && same(lead, lead)) lead += 1;
  let tail = 0;
  const most = Math.min(written.length, wanted.length) - lead;
  while (tail < most && same(written.length - 1 - tail, wanted.length - 1 - tail)) tail += 1;
  const instead = escapeText(wanted.slice(lead, wanted.length - tail).join(''));
  const replaced = written.slice(lead, written.length - tail);
  // In a CDATA section a reference would be plain text; another encoding may need one for these.
  if (/[&\u0080-\uffff]/.test(instead) && hasMarkup(elementIndex, element)) return null;
  if (replaced.length > 0) return replaceRuns(replaced, instead);
  if (instead === '') return [];
  const at =
    written[lead]?.from ?? written[lead - 1]?.to ?? elementIndex.contentStart[element] ?? 0;
  return [{ from: at, to: at, instead }];
}

function hasMarkup({ bytes, contentStart, contentEnd }: ElementIndex, element: number): boolean {
  const markup = bytes.indexOf(0x3c, contentStart[element]);
  return markup >= 0 && markup < (contentEnd[element] ?? 0);
}

/** Characters with a comment between them are removed one by one. */
function replaceRuns(characters: readonly WrittenCharacter[], instead: string): Replacement[] {
  const runs: Replacement[] = [];
  for (const { from, to } of characters) {
    const last = runs.at(-1);
    if (last?.to === from) runs[runs.length - 1] = { ...last, to };
    else runs.push({ from, to, instead: runs.length === 0 ? instead : '' });
  }
  return runs;
}

function fillEmptyTag(
  elementIndex: ElementIndex,
  element: number,
  value: string,
): readonly Replacement[] {
  const end = endOfElement(elementIndex, element);
  const instead = `>${escapeText(value)}</${qualifiedName(elementIndex, element)}>`;
  return [{ from: end - 2, to: end, instead }];
}

/** An element's name as written, prefix included. */
export function qualifiedName({ bytes, start }: ElementIndex, element: number): string {
  const from = (start[element] ?? 0) + 1;
  return textBetween(bytes, from, endOfName(bytes, from));
}
