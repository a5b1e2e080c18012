import type { RecordField, RecordValue } from '../../../contract/record-form.ts';
import type { SchemaLibrary } from '../ledger-engine.ts';
import { applyEdits } from '../xml/edits.ts';
import { endOfElement } from '../xml/elements.ts';
import { keepRecords } from './cut.ts';
import { type OpenForm, openForm } from './open-form.ts';
import { fieldsOf, join } from './record-form.ts';
import { type Node, spaceBefore, writeElement } from './write-element.ts';

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
  const alone = cut === null ? null : openForm(cut, library.schemas);
  const fields = alone === null ? null : fieldsOf(alone, library);
  const element = alone?.records[0];
  if (alone === null || fields === null || element === undefined) return null;
  const wanted = { name: alone.definition.record, content: toNodes(fields, toMap(values)) };
  const from = alone.elementIndex.start[element] ?? 0;
  const to = endOfElement(alone.elementIndex, element);
  const instead = writeElement(alone, wanted, element, spaceBefore(alone.elementIndex, from));
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
