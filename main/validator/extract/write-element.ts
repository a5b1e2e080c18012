import { blankBefore, textBetween } from '../xml/bytes.ts';
import type { ElementIndex } from '../xml/element-index.ts';
import { childrenOf, endOfElement, localName, textOf } from '../xml/elements.ts';
import { toXmlText } from '../xml/references.ts';
import type { OpenForm } from './open-form.ts';

/** An element to write: its text, or the elements in it. */
export interface Node {
  readonly name: string;
  readonly content: string | readonly Node[];
}

/**
 * The text of an element, unchanged if its value is that of `before`, an element of the form. The
 * white space between its elements stays; new ones have that of the element beside or around them:
 * `space` stands before this one. Null when XML cannot hold a text.
 */
export function writeElement(
  form: OpenForm,
  node: Node,
  before: number | null,
  space: string,
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
  const [first] = left;
  const inner =
    first === undefined
      ? space && `${space}  `
      : spaceBefore(elementIndex, elementIndex.start[first]);
  let text = '';
  for (const child of content) {
    const index = left.findIndex((each) => localName(elementIndex, each) === child.name);
    const [own] = index < 0 ? [] : left.splice(index, 1);
    const gap = own === undefined ? inner : spaceBefore(elementIndex, elementIndex.start[own]);
    const written = writeElement(form, child, own ?? null, gap);
    if (written === null) return null;
    text += gap + written;
  }
  const end =
    first === undefined ? space : spaceBefore(elementIndex, elementIndex.contentEnd[before ?? 0]);
  return `<${name}>${text}${end}</${name}>`;
}

/** The white space before an offset. */
export function spaceBefore({ bytes }: Pick<ElementIndex, 'bytes'>, offset = 0): string {
  return textBetween(bytes, blankBefore(bytes, offset), offset);
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
