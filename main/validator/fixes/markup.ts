import { isValidTaxId } from '../tax-id.ts';
import type { Tape } from '../xml/element-index.ts';
import { childNamed, endOfElement, localName, textOf } from '../xml/elements.ts';
import { headerValue } from './codes.ts';
import { endOfName, escapeText } from './content.ts';
import { describedByNumber } from './description.ts';
import type { Edit, Replacement } from './edits.ts';
import type { MarkupFault } from './fix.ts';
import { hasKnownChildren } from './order.ts';

/** The name as the schema writes it, in both tags. */
export function withElementCase({ fault, form: { tape } }: MarkupFault): readonly Edit[] | null {
  const expected = fault.params?.expected;
  const { element } = fault;
  if (typeof expected !== 'string') return null;
  return renamed(tape, element, expected);
}

/** Another local name in both tags of an element; with `prefix` another prefix too. */
export function renamed(tape: Tape, element: number, name: string): Replacement[] {
  const length = Buffer.byteLength(localName(tape, element), 'utf8');
  const starts = [(tape.start[element] ?? 0) + 1];
  const close = tape.contentEnd[element] ?? 0;
  if (close !== 0) starts.push(close + 2);
  return starts.map((start) => {
    const to = endOfName(tape.bytes, start);
    return { from: to - length, to, instead: name };
  });
}

/** A header element that is missing, and whose value follows from the root element. */
export function withMissingHeaderValue({ fault, form }: MarkupFault): readonly Edit[] | null {
  const { tape, definition } = form;
  const { element, code, params } = fault;
  const parent = code === 'schema_missing' ? element : (tape.parent[element] ?? 0);
  if (localName(tape, parent) !== 'Cabecera' || !hasKnownChildren(tape, parent)) return null;
  const expected = String(params?.expected ?? '').split(/,\s*/);
  const missing = expected.find(
    (name) => headerValue(definition, name) !== null && childNamed(tape, parent, name) === null,
  );
  const value = missing === undefined ? null : headerValue(definition, missing);
  if (missing === undefined || value === null || code === 'schema_missing') return null;
  return inserted(tape, element, missing, value);
}

/** The subchapter, before the operation. */
export function withSubchapter({ fault, form: { tape } }: MarkupFault): readonly Edit[] | null {
  const isBefore = localName(tape, fault.element) === 'Operacion';
  if (!isBefore || !hasKnownChildren(tape, tape.parent[fault.element] ?? 0)) return null;
  return inserted(tape, fault.element, 'Subcapitulo', String(fault.params?.expected));
}

/** The description that an invoice lacks, made of its number. */
export function withDescription({ fault, form }: MarkupFault): readonly Edit[] | null {
  const { tape } = form;
  const { element, params } = fault;
  if (params?.expected !== 'DescripcionOperacion') return null;
  const parent = tape.parent[element] ?? 0;
  if (childNamed(tape, parent, 'DescripcionOperacion') !== null || !hasKnownChildren(tape, parent))
    return null;
  const text = describedByNumber(form, element);
  return text === null ? null : inserted(tape, element, 'DescripcionOperacion', text);
}

/** A new element before another, with the same white space between them as before that one. */
function inserted(tape: Tape, before: number, name: string, value: string): Replacement[] {
  const at = tape.start[before] ?? 0;
  const space = textBetween(tape, leadOf(tape, before), at);
  return [{ from: at, to: at, instead: `<${name}>${escapeText(value)}</${name}>${space}` }];
}

/** Offset where the white space before an element begins. */
function leadOf({ bytes, start }: Tape, element: number): number {
  let from = start[element] ?? 0;
  while (isBlank(bytes[from - 1])) from -= 1;
  return from;
}

export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export function textBetween({ bytes }: Tape, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
}

/** An element taken away, with the white space before it. */
export function withoutElement({ fault, form: { tape } }: MarkupFault): readonly Edit[] {
  return removed(tape, fault.element);
}

export function removed(tape: Tape, element: number): Replacement[] {
  return [{ from: leadOf(tape, element), to: endOfElement(tape, element), instead: '' }];
}

/**
 * An element without content, where the schema lets it be left out: that is seen when the result is
 * judged.
 */
export function withoutEmptyElement({
  fault,
  form: { tape },
}: MarkupFault): readonly Edit[] | null {
  const { element } = fault;
  const isEmpty =
    (tape.after[element] ?? 0) === element + 1 && textOf(tape, element, 1000).trim() === '';
  return isEmpty && element !== 0 ? removed(tape, element) : null;
}

/** The second of two equal keys, with the element around it. */
export function withoutRepeatedKey({ fault, form: { tape } }: MarkupFault): readonly Edit[] | null {
  const entry = tape.parent[fault.element] ?? 0;
  return localName(tape, entry) === 'IDClave' ? removed(tape, entry) : null;
}

/** An invoice that is there twice in the same words. Expenses without invoice may well be two. */
export function withoutRepeatedRecord({ fault, form }: MarkupFault): readonly Edit[] | null {
  const { tape, records, definition } = form;
  if (definition.expenseType === 'without_invoice') return null;
  const record = records[Number(fault.params?.record) - 1];
  const earlier = records[Number(fault.params?.earlier) - 1];
  if (record === undefined || earlier === undefined) return null;
  return wordsOf(tape, record) === wordsOf(tape, earlier) ? removed(tape, record) : null;
}

/** Elements of which there may be several: two that are equal may well be meant. */
const lists: ReadonlySet<string> = new Set([
  'Gasto',
  'FacturaRecibida',
  'DetalleIVA',
  'DetalleRentaIVA',
  'IDClave',
  'IDFacturaRectificadaSustituida',
]);

/** An element that is there twice in the same words, one behind the other. */
export function withoutRepeatedElement({
  fault,
  form: { tape },
}: MarkupFault): readonly Edit[] | null {
  const { element } = fault;
  const earlier = previousSibling(tape, element);
  if (earlier === null || lists.has(localName(tape, element)) || isLong(tape, element)) return null;
  return wordsOf(tape, element) === wordsOf(tape, earlier) ? removed(tape, element) : null;
}

function previousSibling({ after, parent }: Tape, element: number): number | null {
  let earlier: number | null = null;
  for (let child = (parent[element] ?? 0) + 1; child < element; child = after[child] ?? element)
    earlier = child;
  return earlier;
}

function isLong({ after }: Tape, element: number): boolean {
  return (after[element] ?? 0) - element > 10_000;
}

/** What somebody in Spain is known by has an element of its own. */
export function withSpanishId({ fault, form: { tape } }: MarkupFault): readonly Edit[] | null {
  const holder = tape.parent[fault.element] ?? 0;
  const id = childNamed(tape, holder, 'ID');
  if (localName(tape, holder) !== 'IDOtro' || id === null) return null;
  const country = childNamed(tape, holder, 'CodigoPais');
  const written = textOf(tape, id, 200)
    .toUpperCase()
    .replace(/[\s.\-_/]/g, '');
  const isNamed =
    written.startsWith('ES') || (country !== null && textOf(tape, country, 200).trim() === 'ES');
  const taxId = written.replace(/^ES(?=.{9}$)/, '');
  if (!isNamed || !isValidTaxId(taxId)) return null;
  return [
    {
      from: tape.start[holder] ?? 0,
      to: endOfElement(tape, holder),
      instead: `<NIF>${taxId}</NIF>`,
    },
  ];
}

/** Names and texts of a record, however it is laid out. */
function wordsOf(tape: Tape, record: number): string {
  const words: string[] = [];
  const end = tape.after[record] ?? 0;
  for (let element = record; element < end; element += 1) {
    const isLeaf = (tape.after[element] ?? 0) === element + 1;
    const depth = tape.depth[element] ?? 0;
    words.push(`${depth} ${localName(tape, element)} ${isLeaf ? textOf(tape, element) : ''}`);
  }
  return words.join('\n');
}
