import { ledgerBooks } from '../../../contract/ledger-books.ts';
import { orderOf } from '../rules/element-order.ts';
import type { Move } from '../xml/edits.ts';
import type { ElementIndex } from '../xml/element-index.ts';
import { childrenOf, endOfElement, localName } from '../xml/elements.ts';
import type { FixMarkup } from './fix.ts';

const rootParts = ['Cabecera', ...ledgerBooks.map(({ container }) => container)];
const identities: readonly string[] = ledgerBooks.map(({ identity }) => identity);
const headerParts = [
  'Modelo',
  'Capitulo',
  'Subcapitulo',
  'Operacion',
  'Version',
  'Ejercicio',
  'ObligadoTributario',
];

/** An element's position among its siblings; null when unknown. */
function rankIn(parent: string, name: string): number | null {
  if (parent === 'Cabecera' || parent === '') {
    const at = (parent === '' ? rootParts : headerParts).indexOf(name);
    return at < 0 ? null : at;
  }
  // In the identity of a cancelled invoice the issuer comes last; in a succeeded entity the tax ID
  // comes last.
  const isLast =
    (name === 'EmisorFacturaRecibida' && identities.includes(parent)) ||
    (name === 'NIF' && parent === 'EntidadSucedida');
  if (isLast) return Number.MAX_SAFE_INTEGER;
  return orderOf(name) || null;
}

const maxChildren = 1000;

/**
 * Puts the children of the element's parent into the schema's order; the text between them stays.
 * Null when they are in order.
 */
export const inOrderOfSchema: FixMarkup = (form, fault) => {
  const { elementIndex } = form;
  const parent =
    fault.code === 'schema_missing' ? fault.element : (elementIndex.parent[fault.element] ?? 0);
  const name = parent === 0 ? '' : localName(elementIndex, parent);
  const children = fewChildrenOf(elementIndex, parent);
  if (children === null) return null;
  const ranked = children.map((element) => ({
    element,
    rank: rankIn(name, localName(elementIndex, element)),
  }));
  if (ranked.some(({ rank }) => rank === null)) return null;
  const wanted = ranked.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const moves = wanted.flatMap(({ element }, index) => {
    const place = children[index] ?? element;
    return place === element ? [] : [toMove(elementIndex, place, element)];
  });
  return moves.length === 0 ? null : moves;
};

/** Whether the schema knows every child: an unknown one may be the missing one, misspelt. */
export function hasKnownChildren(elementIndex: ElementIndex, parent: number): boolean {
  const name = localName(elementIndex, parent);
  const children = fewChildrenOf(elementIndex, parent);
  return children?.every((child) => rankIn(name, localName(elementIndex, child)) !== null) === true;
}

function fewChildrenOf(elementIndex: ElementIndex, parent: number): number[] | null {
  const children = [...childrenOf(elementIndex, parent).take(maxChildren + 1)];
  return children.length > maxChildren ? null : children;
}

function toMove(elementIndex: ElementIndex, place: number, moved: number): Move {
  const range = (element: number) => ({
    from: elementIndex.start[element] ?? 0,
    to: endOfElement(elementIndex, element),
  });
  return { ...range(place), source: range(moved) };
}
