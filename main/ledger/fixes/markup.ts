import { childNamed, endOfElement, localName, textOf } from '../elements.ts';
import type { Tape } from '../tape.ts';
import { headerValue } from './codes.ts';
import { endOfName, escapeText, qualifiedName } from './content.ts';
import { describedByNumber } from './description.ts';
import type { Edit, Replacement } from './edits.ts';
import type { MarkupFault } from './fix.ts';

/** The name as the schema writes it, in both tags. */
export function withElementCase({ fault, form: { tape } }: MarkupFault): readonly Edit[] | null {
  const expected = fault.params?.expected;
  const { element } = fault;
  if (typeof expected !== 'string') return null;
  return renamed(tape, element, expected);
}

/** Another local name in both tags of an element; with `prefix` another prefix too. */
function renamed(tape: Tape, element: number, name: string): Replacement[] {
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
  if (localName(tape, parent) !== 'Cabecera') return null;
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
  if (localName(tape, fault.element) !== 'Operacion') return null;
  return inserted(tape, fault.element, 'Subcapitulo', String(fault.params?.expected));
}

/** The description that an invoice lacks, made of its number. */
export function withDescription({ fault, form }: MarkupFault): readonly Edit[] | null {
  const { tape } = form;
  const { element, params } = fault;
  if (params?.expected !== 'DescripcionOperacion') return null;
  const parent = tape.parent[element] ?? 0;
  if (childNamed(tape, parent, 'DescripcionOperacion') !== null) return null;
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

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function textBetween({ bytes }: Tape, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
}

/** An element taken away, with the white space before it. */
export function withoutElement({ fault, form: { tape } }: MarkupFault): readonly Edit[] {
  return removed(tape, fault.element);
}

function removed(tape: Tape, element: number): Replacement[] {
  return [{ from: leadOf(tape, element), to: endOfElement(tape, element), instead: '' }];
}

/** An element without content, where the schema lets it be left out: that is seen when the result is judged. */
export function withoutEmptyElement({ fault, form: { tape } }: MarkupFault): readonly Edit[] | null {
  const { element } = fault;
  const isEmpty = (tape.after[element] ?? 0) === element + 1 && textOf(tape, element, 1000).trim() === '';
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

/** An attribute that the schema does not know. */
export function withoutAttribute({ fault, form: { tape } }: MarkupFault): readonly Edit[] | null {
  const name = String(fault.params?.attribute ?? '').replace(/^.*:/, '');
  const { bytes } = tape;
  const start = tape.start[fault.element] ?? 0;
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
    const written = textBetween(tape, at, nameEnd);
    const isDeclaration = written === 'xmlns' || written.startsWith('xmlns:');
    if (!isDeclaration && written.replace(/^.*:/, '') === name)
      found.push({ from: leadFrom(bytes, at), to: end, instead: '' });
    at = end;
  }
  return found.length === 1 ? found : null;
}

function leadFrom(bytes: Uint8Array, offset: number): number {
  let from = offset;
  while (isBlank(bytes[from - 1])) from -= 1;
  return from;
}

const marksOnly = /^[\s\u00a0\u200b\u2060\ufeff.,;:·*_-]{1,100}$/;

/** Marks between elements that say nothing: `;`, spaces that are none in XML. Words stay: somebody meant something. */
export function withoutStrayMarks({ fault, form: { tape } }: MarkupFault): readonly Edit[] | null {
  const { element } = fault;
  const text = textOf(tape, element, 100_000);
  if (!marksOnly.test(text.replace(/[ \t\r\n]+/g, ''))) return null;
  const edits: Replacement[] = [];
  let at = tape.contentStart[element] ?? 0;
  const take = (to: number) => {
    const written = textBetween(tape, at, to);
    const from = at;
    for (const match of written.matchAll(/[^ \t\r\n]+/g)) {
      const start = from + Buffer.byteLength(written.slice(0, match.index), 'utf8');
      edits.push({ from: start, to: start + Buffer.byteLength(match[0], 'utf8'), instead: '' });
    }
  };
  const end = tape.after[element] ?? 0;
  for (let child = element + 1; child < end; child = tape.after[child] ?? end) {
    take(tape.start[child] ?? 0);
    at = endOfElement(tape, child);
  }
  take(tape.contentEnd[element] ?? 0);
  // What stands in comments, CDATA sections and references is not looked for.
  return edits.some(({ from, to }) => /[<&]/.test(textBetween(tape, from, to))) ? null : edits;
}

/** The namespace on the root element alone: with a prefix there, and none below. */
export function withNamespaceOnRoot({ form: { tape, definition } }: MarkupFault): readonly Edit[] | null {
  const rootName = qualifiedName(tape, 0);
  const start = tape.start[0] ?? 0;
  const tag = textBetween(tape, start, tape.contentStart[0] ?? start);
  if (!rootName.includes(':')) return withRootPrefix(tape, tag, definition.namespace);
  const prefix = Buffer.from(rootName.slice(0, rootName.indexOf(':') + 1), 'utf8');
  const edits: Replacement[] = [];
  for (let element = 1; element < tape.count; element += 1) {
    const at = (tape.start[element] ?? 0) + 1;
    if (!startsWith(tape.bytes, at, prefix)) continue;
    edits.push({ from: at, to: at + prefix.length, instead: '' });
    const close = tape.contentEnd[element] ?? 0;
    if (close !== 0) edits.push({ from: close + 2, to: close + 2 + prefix.length, instead: '' });
  }
  return edits.length === 0 ? null : edits;
}

function withRootPrefix(tape: Tape, tag: string, namespace: string): Replacement[] | null {
  const match = /\sxmlns(?=\s*=\s*(?:"([^"]*)"|'([^']*)'))/.exec(tag);
  if (match === null || (match[1] ?? match[2]) !== namespace || /\sxmlns:lroe\s*=/.test(tag)) return null;
  const start = tape.start[0] ?? 0;
  const attribute = start + Buffer.byteLength(tag.slice(0, match.index + match[0].length), 'utf8');
  const at = [start + 1, (tape.contentEnd[0] ?? 0) + 2];
  return [
    ...at.map((from) => ({ from, to: from, instead: 'lroe:' })),
    { from: attribute, to: attribute, instead: ':lroe' },
  ];
}

function startsWith(bytes: Uint8Array, at: number, mark: Uint8Array): boolean {
  return mark.every((byte, index) => bytes[at + index] === byte);
}
