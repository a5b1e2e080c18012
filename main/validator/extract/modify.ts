import type { RecordField, RecordValue } from '../../../contract/record-form.ts';
import { applyEdits } from '../fixes/edits.ts';
import type { SchemaLibrary } from '../ledger-engine.ts';
import { childrenOf, endOfElement, localName, textOf } from '../xml/elements.ts';
import { keepRecords } from './cut.ts';
import { type OpenForm, openForm } from './open-form.ts';
import { fieldsOf, join } from './record-form.ts';
import { toXmlText } from './xml-text.ts';

/** An element: its text, or the elements in it. */
interface Node {
  readonly name: string;
  readonly content: string | readonly Node[];
}

/**
 * Makes the modification of one record (from 1) with these values, each in its place in the schema;
 * what they leave out goes. Elements that do not change keep their bytes. Null as in `keepRecords`,
 * and when the schema cannot be shown as fields.
 */
export function modifyRecord(
  form: OpenForm,
  { record, values }: { readonly record: number; readonly values: readonly RecordValue[] },
  library: SchemaLibrary,
): Uint8Array | null {
  const cut = keepRecords(form, [record], 'modification');
  const alone = cut === null ? null : openForm(cut, library.schemas).value;
  const fields = alone === null ? null : fieldsOf(alone, library);
  const element = alone?.records[0];
  if (alone === null || fields === null || element === undefined) return null;
  const wanted = { name: alone.definition.record, content: toNodes(fields, toMap(values)) };
  const { bytes, start } = alone.elementIndex;
  const from = start[element] ?? 0;
  const to = endOfElement(alone.elementIndex, element);
  const margin = marginBefore(bytes, from);
  const instead = write(alone, wanted, element, margin);
  return instead === null ? null : applyEdits(alone, [{ from, to, instead }]).bytes;
}

const toMap = (values: readonly RecordValue[]): ReadonlyMap<string, string> =>
  new Map(values.map(({ path, value }) => [path, value]));

/** The values as elements, in the order of the schema; groups without a value are left out. */
function toNodes(
  fields: readonly RecordField[],
  values: ReadonlyMap<string, string>,
  above = '',
  at = '',
): Node[] {
  return fields
    .filter(({ path }) => isIn(path, above))
    .flatMap((field): Node[] => {
      const name = field.path.slice(field.path.lastIndexOf('/') + 1);
      return placesOf(values, join(at, name), field.max > 1).flatMap((place): Node[] => {
        if (field.kind !== 'group') {
          const value = values.get(place);
          return value === undefined ? [] : [{ name, content: value }];
        }
        const content = toNodes(fields, values, field.path, place);
        return content.length === 0 ? [] : [{ name, content }];
      });
    });
}

/** Whether a field stands directly in a group. */
function isIn(path: string, group: string): boolean {
  const end = path.lastIndexOf('/');
  return (end < 0 ? '' : path.slice(0, end)) === group;
}

/** Where a field stands: once, or under each of the numbers that the values have, rising. */
function placesOf(
  values: ReadonlyMap<string, string>,
  at: string,
  repeats: boolean,
): readonly string[] {
  if (!repeats) return [at];
  const numbers = [...values.keys()].flatMap((path) => {
    const number = path.startsWith(`${at}[`) ? Number.parseInt(path.slice(at.length + 1), 10) : 0;
    return number > 0 ? [number] : [];
  });
  return [...new Set(numbers)].toSorted((a, b) => a - b).map((number) => `${at}[${number}]`);
}

function marginBefore(bytes: Uint8Array, offset: number): string | null {
  let at = offset;
  while (bytes[at - 1] === 0x20 || bytes[at - 1] === 0x09) at -= 1;
  const isFirst = bytes[at - 1] === 0x0a || bytes[at - 1] === 0x0d;
  return isFirst ? Buffer.from(bytes.subarray(at, offset)).toString() : null;
}

/** The text of an element, unchanged if its value is. Null when XML cannot hold it. */
function write(
  form: OpenForm,
  node: Node,
  before: number | null,
  margin: string | null,
): string | null {
  const { elementIndex } = form;
  if (before !== null && isSame(form, before, node)) {
    const end = endOfElement(elementIndex, before);
    const own = elementIndex.bytes.subarray(elementIndex.start[before], end);
    // Other encodings write missing characters as references, which CDATA does not have.
    if (form.encoding.startsWith('UTF-') || own.every((byte) => byte < 0x80))
      return Buffer.from(own).toString();
  }
  const { name, content } = node;
  if (typeof content === 'string') {
    const text = toXmlText(content);
    return text === null ? null : `<${name}>${text}</${name}>`;
  }
  const left = before === null ? [] : [...childrenOf(elementIndex, before)];
  const inner = margin === null ? null : `${margin}  `;
  const gap = (indent: string | null) => (indent === null ? '' : `\n${indent}`);
  let text = '';
  for (const child of content) {
    const index = left.findIndex((each) => localName(elementIndex, each) === child.name);
    const [own] = index < 0 ? [] : left.splice(index, 1);
    const written = write(form, child, own ?? null, inner);
    if (written === null) return null;
    text += gap(inner) + written;
  }
  return `<${name}>${text}${gap(margin)}</${name}>`;
}

function isSame(form: OpenForm, element: number, { name, content }: Node): boolean {
  if (localName(form.elementIndex, element) !== name) return false;
  const children = [...childrenOf(form.elementIndex, element)];
  if (typeof content === 'string')
    return children.length === 0 && textOf(form.elementIndex, element) === content;
  return (
    children.length === content.length &&
    content.every((node, index) => isSame(form, children[index] ?? -1, node))
  );
}
