import type { LedgerBook } from '../../../contract/ledger-books.ts';
import type { RecordField, RecordFieldKind, RecordValue } from '../../../contract/record-form.ts';
import type { SchemaLibrary } from '../ledger-engine.ts';
import { recordKey } from '../records.ts';
import { kindOfPattern } from '../schema/pattern-kinds.ts';
import { type ElementModel, type ValueModel, walk } from '../schema/schema-model.ts';
import type { ElementPlace, RecordForm } from '../validator-port.ts';
import { childrenOf, localName, textOf } from '../xml/elements.ts';
import { createPositionFinder } from '../xml/places.ts';
import { type OpenForm, openForm } from './open-form.ts';

/** What identifies a record in the LROE: what its cancellation names. */
const identityPaths = {
  invoice: [
    ...['EmisorFacturaRecibida/NIF', 'EmisorFacturaRecibida/IDOtro'],
    ...['CabeceraFactura/SerieFactura', 'CabeceraFactura/NumFactura'],
    'CabeceraFactura/FechaExpedicionFactura',
  ],
  expense: ['FechaOperacion', 'Renta/Epigrafe', 'Renta/Concepto', 'Renta/Linea'],
} as const;

/** Reads a record (from 1) of a document as a form. */
export function readRecordForm(
  xml: Uint8Array,
  record: number,
  library: SchemaLibrary,
): RecordForm | null {
  const form = openForm(xml, library.schemas);
  const element = form?.records[record - 1];
  const fields = form === null ? null : fieldsOf(form, library);
  if (form === null || element === undefined || fields === null) return null;
  const values: RecordValue[] = [];
  const places: ElementPlace[] = [];
  const position = createPositionFinder(form.elementIndex.bytes);
  const isWhole = readInto(form, { element, field: '', at: '' }, fields, (path, child, kind) => {
    places.push({ path, ...position(form.elementIndex.start[child] ?? 0) });
    if (kind !== 'group') values.push({ path, value: textOf(form.elementIndex, child) });
  });
  if (!isWhole) return null;
  const key = recordKey(form.elementIndex, form.definition, element);
  return { key, fields, values, places };
}

/** The fields of a record, in the order of the schema; null when it cannot be shown so. */
export function fieldsOf(
  { definition }: OpenForm,
  { model }: SchemaLibrary,
): readonly RecordField[] | null {
  const root = definition.operationGroup === 'cancellation' ? null : model(definition.schemaId);
  if (root === null) return null;
  for (const { model: each } of walk(root))
    if (each.name === definition.record) return toFields(each, definition);
  return null;
}

function toFields(record: ElementModel, { hasInvoices }: LedgerBook): RecordField[] {
  const identity: readonly string[] = identityPaths[hasInvoices ? 'invoice' : 'expense'];
  const fields: RecordField[] = [];
  let choices = 0;
  const add = (model: ElementModel, above: string, alternative: number | null) => {
    const path = join(above, model.name);
    const isIdentity = identity.some((each) => path === each || path.startsWith(`${each}/`));
    const { min, max } = model;
    const isOptional = alternative !== null;
    fields.push({
      path,
      min: isOptional ? 0 : min,
      max,
      isIdentity,
      alternative,
      ...toInput(model.value),
    });
    addAll(model, path);
  };
  const addAll = (model: ElementModel, path: string) => {
    for (const member of model.members) {
      if (!('options' in member)) add(member, path, null);
      else {
        choices += 1;
        for (const option of member.options) add(option, path, choices);
      }
    }
  };
  addAll(record, '');
  return fields;
}

const kinds: Partial<Record<string, RecordFieldKind>> = {
  schema_date: 'day',
  schema_amount: 'amount',
  schema_percentage: 'percentage',
};

function toInput(value: ValueModel | null): Pick<RecordField, 'kind' | 'codes' | 'maxLength'> {
  if (value === null) return { kind: 'group', codes: [], maxLength: null };
  const all = (name: string) =>
    value.facets.filter((facet) => facet.name === name).map((facet) => facet.value);
  const codes = all('enumeration');
  const [length] = all('maxLength');
  const [pattern = ''] = all('pattern');
  const kind = codes.length > 0 ? 'code' : (kinds[kindOfPattern(pattern) ?? ''] ?? 'text');
  return { kind, codes, maxLength: length === undefined ? null : Number(length) };
}

export const join = (above: string, name: string): string =>
  above === '' ? name : `${above}/${name}`;

interface Place {
  readonly element: number;
  /** Path of the field, and of the value: with numbers. */
  readonly field: string;
  readonly at: string;
}

/** Visits all elements of a record; false when one is no field. */
function readInto(
  form: OpenForm,
  place: Place,
  fields: readonly RecordField[],
  visit: (path: string, element: number, kind: RecordFieldKind) => void,
): boolean {
  const counts = new Map<string, number>();
  for (const child of childrenOf(form.elementIndex, place.element)) {
    const name = localName(form.elementIndex, child);
    const field = fields.find(({ path }) => path === join(place.field, name));
    if (field === undefined) return false;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const at = join(place.at, field.max > 1 ? `${name}[${count}]` : name);
    visit(at, child, field.kind);
    const below = { element: child, field: field.path, at };
    if (field.kind === 'group' && !readInto(form, below, fields, visit)) return false;
  }
  return true;
}
