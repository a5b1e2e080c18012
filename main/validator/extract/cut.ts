import { headerElement } from '../records.ts';
import { isBlank, textBetween } from '../xml/bytes.ts';
import { applyEdits, inOrder, type Replacement, removalOf } from '../xml/edits.ts';
import { skipMarkup } from '../xml/element-index.ts';
import { textOf } from '../xml/elements.ts';
import type { OpenForm } from './open-form.ts';

/**
 * Makes a document with only these records (numbers from 1); with an `operation` it becomes a
 * modification or a creation. All other bytes stay: a record goes with the white space before it,
 * and one character of the header changes (`A00` becomes `M00`, or back). Null when a record is
 * missing, none would be left, or the document is neither a creation nor a modification.
 */
export function keepRecords(
  form: OpenForm,
  kept: readonly number[],
  operation: 'as_it_is' | 'modification' | 'creation',
): Uint8Array | null {
  const wanted = new Set(kept);
  if (wanted.size === 0 || [...wanted].some((record) => form.records[record - 1] === undefined))
    return null;
  const changes: Replacement[] = [];
  if (operation !== 'as_it_is') {
    const change = toOperation(form, operation === 'modification' ? 'M' : 'A');
    if (change === null) return null;
    if (change.from < change.to) changes.push(change);
  }
  form.records.forEach((element, index) => {
    if (!wanted.has(index + 1)) changes.push(removalOf(form.elementIndex, element));
  });
  return applyEdits(form, inOrder(changes)).bytes;
}

/**
 * The place of the operation's first letter in any spelling; an empty change when it is that one
 * already.
 */
function toOperation(form: OpenForm, letter: 'A' | 'M'): Replacement | null {
  const { elementIndex } = form;
  const element = headerElement(elementIndex, 'Operacion');
  const operation = textOf(elementIndex, element).trim();
  if (!/^[AM]0[01]$/.test(operation)) return null;
  if (operation.startsWith(letter)) return { from: 0, to: 0, instead: '' };
  const { bytes } = elementIndex;
  const end = elementIndex.contentEnd[element] ?? 0;
  let at = elementIndex.contentStart[element] ?? 0;
  while (at < end) {
    if (isBlank(bytes[at])) at += 1;
    else if (textBetween(bytes, at, at + 9) === '<![CDATA[') at += 9;
    else if (textBetween(bytes, at, at + 3) === ']]>') at += 3;
    else if (bytes[at] === 0x3c) at = skipMarkup(bytes, at);
    else break;
  }
  const isReference = bytes[at] === 0x26;
  const to = isReference ? bytes.indexOf(0x3b, at) + 1 : at + 1;
  return { from: at, to, instead: letter };
}
