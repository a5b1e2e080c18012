import { ledgerBooks } from '../../../contract/ledger-books.ts';
import { isValidTaxId } from '../tax-id.ts';
import { blankBefore, endOfName, textBetween } from '../xml/bytes.ts';
import { type Replacement, removalOf } from '../xml/edits.ts';
import type { ElementIndex } from '../xml/element-index.ts';
import { childNamed, endOfElement, localName, textOf } from '../xml/elements.ts';
import { escapeText } from '../xml/references.ts';
import { headerValue } from './codes.ts';
import { describedByNumber } from './description.ts';
import type { FixMarkup } from './fix.ts';
import { hasKnownChildren } from './order.ts';

/** Renames both tags to the schema's spelling. */
export const withElementCase: FixMarkup = ({ elementIndex }, fault) => {
  const expected = fault.params?.expected;
  return typeof expected === 'string' ? renamed(elementIndex, fault.element, expected) : null;
};

/** Another local name in both tags of an element. */
export function renamed(elementIndex: ElementIndex, element: number, name: string): Replacement[] {
  const length = Buffer.byteLength(localName(elementIndex, element), 'utf8');
  const starts = [(elementIndex.start[element] ?? 0) + 1];
  const close = elementIndex.contentEnd[element] ?? 0;
  if (close !== 0) starts.push(close + 2);
  return starts.map((start) => {
    const to = endOfName(elementIndex.bytes, start);
    return { from: to - length, to, instead: name };
  });
}

/** Adds a missing header element whose value the root element implies. */
export const withMissingHeaderValue: FixMarkup = (form, fault) => {
  const { elementIndex, definition } = form;
  const { element, params } = fault;
  const parent = elementIndex.parent[element] ?? 0;
  if (localName(elementIndex, parent) !== 'Cabecera' || !hasKnownChildren(elementIndex, parent))
    return null;
  for (const name of String(params?.expected ?? '').split(/,\s*/)) {
    const value = headerValue(definition, name);
    if (value !== null && childNamed(elementIndex, parent, name) === null)
      return inserted(elementIndex, element, name, value);
  }
  return null;
};

/** Puts the subchapter before the operation. */
export const withSubchapter: FixMarkup = ({ elementIndex }, fault) => {
  const isBefore = localName(elementIndex, fault.element) === 'Operacion';
  if (!isBefore || !hasKnownChildren(elementIndex, elementIndex.parent[fault.element] ?? 0))
    return null;
  return inserted(elementIndex, fault.element, 'Subcapitulo', String(fault.params?.expected));
};

/** Adds the missing description of an invoice, made from its number. */
export const withDescription: FixMarkup = (form, fault) => {
  const { elementIndex } = form;
  const { element, params } = fault;
  if (params?.expected !== 'DescripcionOperacion') return null;
  const parent = elementIndex.parent[element] ?? 0;
  if (
    childNamed(elementIndex, parent, 'DescripcionOperacion') !== null ||
    !hasKnownChildren(elementIndex, parent)
  )
    return null;
  const text = describedByNumber(form, element);
  return text === null ? null : inserted(elementIndex, element, 'DescripcionOperacion', text);
};

/** Inserts an element before another, with the same white space between them. */
function inserted(
  elementIndex: ElementIndex,
  before: number,
  name: string,
  value: string,
): Replacement[] {
  const at = elementIndex.start[before] ?? 0;
  const space = textBetween(elementIndex.bytes, blankBefore(elementIndex.bytes, at), at);
  return [{ from: at, to: at, instead: `<${name}>${escapeText(value)}</${name}>${space}` }];
}

/** Removes an element with the white space before it. */
export const withoutElement: FixMarkup = ({ elementIndex }, fault) => [
  removalOf(elementIndex, fault.element),
];

/**
 * Removes an empty element that the schema allows to leave out; checking the result confirms it.
 */
export const withoutEmptyElement: FixMarkup = ({ elementIndex }, fault) => {
  const { element } = fault;
  const isEmpty =
    (elementIndex.after[element] ?? 0) === element + 1 &&
    textOf(elementIndex, element, 1000).trim() === '';
  return isEmpty && element !== 0 ? [removalOf(elementIndex, element)] : null;
};

/** Removes the second of two equal keys with the element around it. */
export const withoutRepeatedKey: FixMarkup = ({ elementIndex }, fault) => {
  const entry = elementIndex.parent[fault.element] ?? 0;
  return localName(elementIndex, entry) === 'IDClave' ? [removalOf(elementIndex, entry)] : null;
};

/**
 * Removes an invoice that is repeated word for word. Repeated expenses without invoice may be
 * meant.
 */
export const withoutRepeatedRecord: FixMarkup = (form, fault) => {
  const { elementIndex, records, definition } = form;
  if (!definition.hasInvoices) return null;
  const record = records[Number(fault.params?.record) - 1];
  const earlier = records[Number(fault.params?.earlier) - 1];
  if (record === undefined || earlier === undefined) return null;
  return wordsOf(elementIndex, record) === wordsOf(elementIndex, earlier)
    ? [removalOf(elementIndex, record)]
    : null;
};

/** Repeatable elements: two equal ones may be meant. */
const lists: ReadonlySet<string> = new Set([
  ...ledgerBooks.map(({ record }) => record),
  'DetalleIVA',
  'DetalleRentaIVA',
  'IDClave',
  'IDFacturaRectificadaSustituida',
]);

/** Removes an element that directly follows an equal one. */
export const withoutRepeatedElement: FixMarkup = ({ elementIndex }, fault) => {
  const { element } = fault;
  const earlier = previousSibling(elementIndex, element);
  if (
    earlier === null ||
    lists.has(localName(elementIndex, element)) ||
    isLong(elementIndex, element)
  )
    return null;
  return wordsOf(elementIndex, element) === wordsOf(elementIndex, earlier)
    ? [removalOf(elementIndex, element)]
    : null;
};

function previousSibling({ after, parent }: ElementIndex, element: number): number | null {
  let earlier: number | null = null;
  for (let child = (parent[element] ?? 0) + 1; child < element; child = after[child] ?? element)
    earlier = child;
  return earlier;
}

function isLong({ after }: ElementIndex, element: number): boolean {
  return (after[element] ?? 0) - element > 10_000;
}

/** A Spanish identifier belongs in an element of its own. */
export const withSpanishId: FixMarkup = ({ elementIndex }, fault) => {
  const holder = elementIndex.parent[fault.element] ?? 0;
  const id = childNamed(elementIndex, holder, 'ID');
  if (localName(elementIndex, holder) !== 'IDOtro' || id === null) return null;
  const country = childNamed(elementIndex, holder, 'CodigoPais');
  const written = textOf(elementIndex, id, 200)
    .toUpperCase()
    .replace(/[\s.\-_/]/g, '');
  const place = country === null ? '' : textOf(elementIndex, country, 200).trim();
  // With the code of another country, that code or the identifier may be the slip.
  const isNamed = place === 'ES' || (place === '' && written.startsWith('ES'));
  const taxId = written.replace(/^ES(?=.{9}$)/, '');
  if (!isNamed || !isValidTaxId(taxId)) return null;
  const [from, to] = [elementIndex.start[holder] ?? 0, endOfElement(elementIndex, holder)];
  // A comment or a processing instruction would be lost.
  if (/<!--|<\?/.test(textBetween(elementIndex.bytes, from, to))) return null;
  return [{ from, to, instead: `<NIF>${taxId}</NIF>` }];
};

/** Names and texts of a record, without its layout. */
function wordsOf(elementIndex: ElementIndex, record: number): string {
  const words: string[] = [];
  const end = elementIndex.after[record] ?? 0;
  for (let element = record; element < end; element += 1) {
    const isLeaf = (elementIndex.after[element] ?? 0) === element + 1;
    const depth = elementIndex.depth[element] ?? 0;
    words.push(
      `${depth} ${localName(elementIndex, element)} ${isLeaf ? textOf(elementIndex, element) : ''}`,
    );
  }
  return words.join('\n');
}
