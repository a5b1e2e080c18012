import { startOfCharacter, textBetween } from './bytes.ts';
import { type ElementIndex, skipMarkup } from './element-index.ts';
import { resolveReferences } from './references.ts';

const maxNameLength = 200;

/** An element's name without its prefix. */
export function localName(elementIndex: ElementIndex, element: number): string {
  const id = elementIndex.name[element] ?? 0;
  if (id !== 0) return elementIndex.localNames[id] ?? '';
  const start = (elementIndex.start[element] ?? 0) + 1;
  let end = start;
  let nameStart = start;
  for (; end < elementIndex.bytes.length && end - start < maxNameLength; end += 1) {
    const byte = elementIndex.bytes[end] ?? 0;
    if (byte <= 0x20 || byte === 0x3e || byte === 0x2f) break;
    if (byte === 0x3a) nameStart = end + 1;
  }
  return textBetween(elementIndex.bytes, nameStart, end);
}

/**
 * The first child with a local name, or null. Names outside the element index are not found: only
 * documents with thousands of foreign names have such.
 */
export function childNamed(
  elementIndex: ElementIndex,
  element: number,
  name: string,
): number | null {
  const id = elementIndex.nameIds.get(name);
  if (id === undefined) return null;
  const end = elementIndex.after[element] ?? 0;
  for (let child = element + 1; child < end; child = elementIndex.after[child] ?? end) {
    if (elementIndex.name[child] === id) return child;
  }
  return null;
}

/** All children with a local name, in order. */
export function childrenNamed(elementIndex: ElementIndex, element: number, name: string): number[] {
  const found: number[] = [];
  const id = elementIndex.nameIds.get(name);
  if (id === undefined) return found;
  const end = elementIndex.after[element] ?? 0;
  for (let child = element + 1; child < end; child = elementIndex.after[child] ?? end) {
    if (elementIndex.name[child] === id) found.push(child);
  }
  return found;
}

/** The elements inside an element. */
export function* childrenOf(elementIndex: ElementIndex, element: number): Generator<number> {
  const end = elementIndex.after[element] ?? 0;
  for (let child = element + 1; child < end; child = elementIndex.after[child] ?? end) yield child;
}

/** Follows a path of local names, always the first match; null when it ends early. */
export function descend(
  elementIndex: ElementIndex,
  element: number | null,
  ...names: readonly string[]
): number | null {
  let at = element;
  for (const name of names) {
    if (at === null) return null;
    at = childNamed(elementIndex, at, name);
  }
  return at;
}

/**
 * The element's own text: entities resolved, comments and child elements left out, line ends as
 * `\n`. `maxBytes` limits the content that is read.
 */
export function textOf(elementIndex: ElementIndex, element: number, maxBytes?: number): string {
  const from = elementIndex.contentStart[element] ?? 0;
  const end = elementIndex.contentEnd[element] ?? 0;
  const { bytes } = elementIndex;
  const to =
    maxBytes === undefined || end - from <= maxBytes
      ? end
      : startOfCharacter(bytes, from + maxBytes);
  if (from >= to) return '';
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === 0x3c || byte === 0x26 || byte === 0x0d)
      return composedText(elementIndex, element, from, to);
  }
  return textBetween(bytes, from, to);
}

function composedText(
  elementIndex: ElementIndex,
  element: number,
  from: number,
  to: number,
): string {
  const { bytes } = elementIndex;
  const parts: string[] = [];
  let child = element + 1;
  let runStart = from;
  let at = from;
  const closeRun = (end: number) =>
    parts.push(resolveReferences(lineEnds(textBetween(bytes, runStart, end))));
  while (at < to) {
    if (bytes[at] !== 0x3c) {
      at += 1;
      continue;
    }
    closeRun(at);
    const next = bytes[at + 1];
    if (next === 0x21 || next === 0x3f) {
      const end = skipMarkup(bytes, at);
      const textEnd = Math.min(end - 3, to);
      if (next === 0x21 && bytes[at + 2] === 0x5b)
        parts.push(lineEnds(textBetween(bytes, at + 9, textEnd)));
      at = end;
    } else {
      at = endOfElement(elementIndex, child);
      child = elementIndex.after[child] ?? child + 1;
    }
    runStart = at;
  }
  if (runStart < to) closeRun(to);
  return parts.join('');
}

/** Offset after an element's end tag, or after its empty-element tag. */
export function endOfElement(elementIndex: ElementIndex, element: number): number {
  const { bytes } = elementIndex;
  let at = elementIndex.contentEnd[element] ?? 0;
  if (at === 0) {
    let quote = 0;
    for (at = elementIndex.start[element] ?? 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (quote === 0 && byte === 0x3e) break;
      if (quote === 0 && (byte === 0x22 || byte === 0x27)) quote = byte;
      else if (byte === quote) quote = 0;
    }
    return at + 1;
  }
  while (at < bytes.length && bytes[at] !== 0x3e) at += 1;
  return at + 1;
}

function lineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
