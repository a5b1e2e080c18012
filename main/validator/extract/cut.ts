import { headerElement } from '../records.ts';
import { skipMarkup } from '../xml/element-index.ts';
import { endOfElement, textOf } from '../xml/elements.ts';
import { createOffsetFinder, encodeAscii } from './offsets.ts';
import type { OpenForm } from './open-form.ts';

/** A range of the UTF-8 text that is left out or replaced. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly instead: string;
}

/**
 * Makes a document with only these records (numbers from 1); with `operation: 'modification'` it
 * becomes a modification. All other bytes stay: a record goes with the white space before it, and
 * one character of the header changes (`A00` becomes `M00`). Null when a record is missing, none
 * would be left, or the document is neither a creation nor a modification.
 */
export function keepRecords(
  form: OpenForm,
  kept: readonly number[],
  operation: 'as_it_is' | 'modification',
): Uint8Array | null {
  const wanted = new Set(kept);
  if (wanted.size === 0 || [...wanted].some((record) => form.records[record - 1] === undefined))
    return null;
  const changes: Change[] = [];
  if (operation === 'modification') {
    const change = toModification(form);
    if (change === null) return null;
    if (change.from < change.to) changes.push(change);
  }
  form.records.forEach((element, index) => {
    if (!wanted.has(index + 1)) changes.push(withoutRecord(form, element));
  });
  return applied(form, changes);
}

function withoutRecord({ elementIndex }: OpenForm, element: number): Change {
  let from = elementIndex.start[element] ?? 0;
  while (isBlank(elementIndex.bytes[from - 1])) from -= 1;
  return { from, to: endOfElement(elementIndex, element), instead: '' };
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/**
 * The place of the operation's first letter in any spelling; an empty change when it is `M`
 * already.
 */
function toModification(form: OpenForm): Change | null {
  const { elementIndex } = form;
  const element = headerElement(elementIndex, 'Operacion');
  const operation = textOf(elementIndex, element).trim();
  if (!/^[AM]0[01]$/.test(operation)) return null;
  if (operation.startsWith('M')) return { from: 0, to: 0, instead: '' };
  const { bytes } = elementIndex;
  const end = elementIndex.contentEnd[element] ?? 0;
  let at = elementIndex.contentStart[element] ?? 0;
  while (at < end) {
    if (isBlank(bytes[at])) at += 1;
    else if (startsWith(bytes, at, '<![CDATA[')) at += 9;
    else if (startsWith(bytes, at, ']]>')) at += 3;
    else if (bytes[at] === 0x3c) at = skipMarkup(bytes, at);
    else break;
  }
  const isReference = bytes[at] === 0x26;
  const to = isReference ? bytes.indexOf(0x3b, at) + 1 : at + 1;
  return { from: at, to, instead: 'M' };
}

function startsWith(bytes: Uint8Array, at: number, mark: string): boolean {
  for (let index = 0; index < mark.length; index += 1) {
    if (bytes[at + index] !== mark.charCodeAt(index)) return false;
  }
  return true;
}

function applied(form: OpenForm, changes: readonly Change[]): Uint8Array {
  const { bytes } = form;
  const original = createOffsetFinder(form);
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const { from, to, instead } of changes) {
    parts.push(bytes.subarray(end, original(from)));
    if (instead !== '') parts.push(encodeAscii(instead, form));
    end = original(to);
  }
  parts.push(bytes.subarray(end));
  return new Uint8Array(Buffer.concat(parts));
}
