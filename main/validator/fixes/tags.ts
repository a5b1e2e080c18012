import { blankBefore, endOfName, isBlank, textBetween } from '../xml/bytes.ts';
import type { Replacement } from '../xml/edits.ts';
import type { ElementIndex } from '../xml/element-index.ts';
import { endOfElement, localName } from '../xml/elements.ts';
import { qualifiedName } from './content.ts';
import type { FixMarkup } from './fix.ts';
import { renamed } from './markup.ts';

/** Removes an attribute that the schema does not know. */
export const withoutAttribute: FixMarkup = ({ elementIndex }, fault) => {
  const name = String(fault.params?.attribute ?? '').replace(/^.*:/, '');
  const { bytes } = elementIndex;
  const start = elementIndex.start[fault.element] ?? 0;
  const found: Replacement[] = [];
  for (let at = endOfName(bytes, start + 1); at < bytes.length && bytes[at] !== 0x3e; ) {
    if (isBlank(bytes[at]) || bytes[at] === 0x2f) {
      at += 1;
      continue;
    }
    const nameEnd = endOfName(bytes, at);
    let open = nameEnd;
    while (open < bytes.length && bytes[open] !== 0x22 && bytes[open] !== 0x27) open += 1;
    const end = bytes.indexOf(bytes[open] ?? 0, open + 1) + 1;
    if (end === 0) return null;
    const written = textBetween(elementIndex.bytes, at, nameEnd);
    const isDeclaration = written === 'xmlns' || written.startsWith('xmlns:');
    if (!isDeclaration && written.replace(/^.*:/, '') === name)
      found.push({ from: blankBefore(bytes, at), to: end, instead: '' });
    at = end;
  }
  return found.length === 1 ? found : null;
};

const marksOnly = /^[\s\u00a0\u200b\u2060\ufeff.,;:·*_-]{1,100}$/;

/**
 * Removes meaningless characters between elements: `;`, spaces that XML does not count as such.
 * Words stay: someone meant something.
 */
export const withoutStrayMarks: FixMarkup = ({ elementIndex }, fault) => {
  const { element } = fault;
  const edits: Replacement[] = [];
  let marks = '';
  let at = elementIndex.contentStart[element] ?? 0;
  const take = (to: number) => {
    const written = textBetween(elementIndex.bytes, at, to);
    const from = at;
    for (const match of written.matchAll(/[^ \t\r\n]+/g)) {
      const start = from + Buffer.byteLength(written.slice(0, match.index), 'utf8');
      marks += match[0];
      edits.push({ from: start, to: start + Buffer.byteLength(match[0], 'utf8'), instead: '' });
    }
  };
  const end = elementIndex.after[element] ?? 0;
  for (let child = element + 1; child < end; child = elementIndex.after[child] ?? end) {
    take(elementIndex.start[child] ?? 0);
    at = endOfElement(elementIndex, child);
  }
  take(elementIndex.contentEnd[element] ?? 0);
  return marksOnly.test(marks) ? edits : null;
};

/** Adds the namespace with a prefix on the root element alone, none below. */
export const withNamespaceOnRoot: FixMarkup = ({ elementIndex, definition }) => {
  const rootName = qualifiedName(elementIndex, 0);
  const start = elementIndex.start[0] ?? 0;
  const tag = textBetween(elementIndex.bytes, start, elementIndex.contentStart[0] ?? start);
  if (!rootName.includes(':')) return withRootPrefix(elementIndex, tag, definition.namespace);
  const prefix = rootName.slice(0, rootName.indexOf(':') + 1);
  const length = Buffer.byteLength(prefix, 'utf8');
  const edits: Replacement[] = [];
  for (let element = 1; element < elementIndex.count; element += 1) {
    const at = (elementIndex.start[element] ?? 0) + 1;
    if (textBetween(elementIndex.bytes, at, at + length) !== prefix) continue;
    edits.push({ from: at, to: at + length, instead: '' });
    const close = elementIndex.contentEnd[element] ?? 0;
    if (close !== 0) edits.push({ from: close + 2, to: close + 2 + length, instead: '' });
  }
  return edits.length === 0 ? null : edits;
};

function withRootPrefix(
  elementIndex: ElementIndex,
  tag: string,
  namespace: string,
): Replacement[] | null {
  const match = /\sxmlns(?=\s*=\s*(?:"([^"]*)"|'([^']*)'))/.exec(tag);
  if (match === null || (match[1] ?? match[2]) !== namespace || /\sxmlns:lroe\s*=/.test(tag))
    return null;
  const start = elementIndex.start[0] ?? 0;
  const attribute = start + Buffer.byteLength(tag.slice(0, match.index + match[0].length), 'utf8');
  const at = [start + 1, (elementIndex.contentEnd[0] ?? 0) + 2];
  return [
    ...at.map((from) => ({ from, to: from, instead: 'lroe:' })),
    { from: attribute, to: attribute, instead: ':lroe' },
  ];
}

/** Gives the root element the namespace of its form, when it has none or a different spelling. */
export const withRootNamespace: FixMarkup = ({ elementIndex, definition }, fault) => {
  const { namespace } = definition;
  const written = String(fault.params?.namespace ?? '');
  if (written === '') return withNewNamespace(elementIndex, namespace);
  if (plainly(written) !== plainly(namespace)) return null;
  const start = elementIndex.start[0] ?? 0;
  const tag = textBetween(elementIndex.bytes, start, elementIndex.contentStart[0] ?? start);
  const at = tag.indexOf(written);
  if (at < 0 || tag.indexOf(written, at + 1) >= 0) return null;
  const from = start + Buffer.byteLength(tag.slice(0, at), 'utf8');
  return [{ from, to: from + Buffer.byteLength(written, 'utf8'), instead: namespace }];
};

function plainly(namespace: string): string {
  return namespace
    .trim()
    .toLowerCase()
    .replace(/^http:/, 'https:')
    .replace(/(?:\.xsd)?\/*$/, '');
}

function withNewNamespace(elementIndex: ElementIndex, namespace: string): Replacement[] | null {
  const name = qualifiedName(elementIndex, 0);
  const close = elementIndex.contentEnd[0] ?? 0;
  if (name.includes(':') || close === 0) return null;
  const start = (elementIndex.start[0] ?? 0) + 1;
  const end = start + Buffer.byteLength(name, 'utf8');
  return [
    { from: start, to: start, instead: 'lroe:' },
    { from: end, to: end, instead: ` xmlns:lroe="${namespace}"` },
    { from: close + 2, to: close + 2, instead: 'lroe:' },
  ];
}

/** Gives the root element's name the schema's spelling. */
export const withRootName: FixMarkup = ({ elementIndex }, fault) => {
  const { root, expected } = fault.params ?? {};
  if (typeof expected !== 'string' || String(root).toLowerCase() !== expected.toLowerCase())
    return null;
  return localName(elementIndex, 0) === root ? renamed(elementIndex, 0, expected) : null;
};
