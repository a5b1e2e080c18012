import { ZubiError } from '../../../../../../contract/errors.ts';
import { namedReferences } from '../../../../../validator/xml/references.ts';

/** Attributes by their local names: `r:id` and `id` are the same. */
export type Attributes = Readonly<Record<string, string>>;

/**
 * Receives a part while it is read. Names are local names, because writers choose their own
 * prefixes. The root's depth is 1. A long text comes in several pieces.
 */
export interface PartReader {
  open?(name: string, depth: number, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string, depth: number): void;
  /** Once true, the rest of the part is not read. */
  readonly isDone?: boolean;
}

/** Maximum depth of elements; a worksheet has nine. */
const maxDepth = 64;
/** Maximum attributes of one element; a full row has twenty. */
const maxAttributes = 256;
/** Maximum characters of one tag; Excel's longest tags have some hundreds. */
const maxTag = 32 * 1024;
/** Length of the longest start of markup: `<![CDATA[`. */
const maxStart = 9;
const maxEntity = 12;

const noAttributes: Attributes = {};

/** Markup that may span several pieces, and its ending. */
const endings = { comment: '-->', cdata: ']]>', instruction: '?>' } as const;

/**
 * Splits the XML of a workbook's part, which comes in pieces, into tags and text. It keeps at most
 * one tag, so its memory does not grow with the part. No library is used, because libraries keep
 * comments and texts whole. Strict: elements close in order, no document type, no entities but
 * XML's five and numbers. Throws `import_format`.
 */
export class XmlTokens {
  readonly #reader: PartReader;
  readonly #names: string[] = [];
  #inside: keyof typeof endings | null = null;
  #hasRoot = false;
  #rest = '';

  constructor(reader: PartReader) {
    this.#reader = reader;
  }

  write(piece: string): void {
    const text = this.#rest + piece;
    let at = 0;
    for (let next = at; at < text.length && !this.#reader.isDone; at = next) {
      next = this.#inside === null ? this.#step(text, at) : this.#skip(text, at, this.#inside);
      if (next === at) break;
    }
    this.#rest = text.slice(at);
  }

  end(): void {
    const isWhole = this.#rest === '' && this.#names.length === 0 && this.#inside === null;
    if (!isWhole || !this.#hasRoot) throw notWorkbook();
  }

  /** Reads the next text or tag. Returns its end, or `at` when it is not complete yet. */
  #step(text: string, at: number): number {
    if (text.charCodeAt(at) !== lessThan) return this.#takeText(text, at);
    const sign = text.charAt(at + 1);
    if (sign === '?') return this.#begin('instruction', at + 2);
    if (sign === '!') return this.#beginMarked(text.slice(at, at + maxStart), at);
    const end = tagEnd(text, at + 1);
    if (end < 0) {
      if (text.length - at > maxTag) throw notWorkbook();
      return at;
    }
    if (sign === '/') this.#close(text.slice(at + 2, end).trimEnd());
    else this.#open(text.slice(at + 1, end));
    return end + 1;
  }

  #beginMarked(start: string, at: number): number {
    if (start.startsWith('<!--')) return this.#begin('comment', at + 4);
    if (start === '<![CDATA[') return this.#begin('cdata', at + maxStart);
    if ('<![CDATA['.startsWith(start) || '<!--'.startsWith(start)) return at;
    throw notWorkbook();
  }

  #begin(inside: keyof typeof endings, at: number): number {
    this.#inside = inside;
    return at;
  }

  #skip(text: string, at: number, inside: keyof typeof endings): number {
    const ending = endings[inside];
    const found = text.indexOf(ending, at);
    // The ending may be split between two pieces.
    const end = found < 0 ? Math.max(at, text.length - ending.length + 1) : found;
    if (inside === 'cdata') this.#emit(text.slice(at, end));
    if (found < 0) return end;
    this.#inside = null;
    return found + ending.length;
  }

  #takeText(text: string, at: number): number {
    const tag = text.indexOf('<', at);
    let end = tag < 0 ? text.length : tag;
    const entity = tag < 0 ? text.lastIndexOf('&') : -1;
    if (entity >= at && end - entity < maxEntity && !text.includes(';', entity)) end = entity;
    if (end > at) this.#emit(decodeEntities(text.slice(at, end)));
    return end;
  }

  #emit(text: string): void {
    if (this.#names.length > 0) this.#reader.text?.(text);
    else if (text.trim() !== '') throw notWorkbook();
  }

  #open(tag: string): void {
    const isEmpty = tag.endsWith('/');
    const { name, attributes } = readTag(isEmpty ? tag.slice(0, -1) : tag);
    if (this.#names.length === 0 && this.#hasRoot) throw notWorkbook();
    if (this.#names.length >= maxDepth) throw notWorkbook();
    this.#hasRoot = true;
    this.#names.push(name);
    this.#reader.open?.(localName(name), this.#names.length, attributes);
    if (isEmpty) this.#close(name);
  }

  #close(name: string): void {
    const depth = this.#names.length;
    if (this.#names.pop() !== name) throw notWorkbook();
    this.#reader.close?.(localName(name), depth);
  }
}

const [lessThan, greaterThan, quotes, apostrophe] = [0x3c, 0x3e, 0x22, 0x27];

/** Position of the `>` that ends a tag; `-1` when it has not come yet. */
function tagEnd(text: string, from: number): number {
  let quote = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (quote !== 0) {
      if (sign === quote) quote = 0;
    } else if (sign === greaterThan) return at;
    else if (sign === quotes || sign === apostrophe) quote = sign;
    else if (sign === lessThan) throw notWorkbook();
  }
  return -1;
}

/** Every name that a workbook needs is in ASCII. */
const namePattern = /^[A-Za-z_][\w.:-]*/;
const attributePattern = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;

function readTag(tag: string): { name: string; attributes: Attributes } {
  const name = namePattern.exec(tag)?.[0];
  if (name === undefined) throw notWorkbook();
  if (name.length === tag.length) return { name, attributes: noAttributes };
  const attributes: Record<string, string> = Object.create(null);
  const keys: string[] = [];
  let end = name.length;
  for (;;) {
    attributePattern.lastIndex = end;
    const [whole, key, double, single = ''] = attributePattern.exec(tag) ?? [];
    if (whole === undefined || key === undefined) break;
    if (keys.includes(key) || keys.length >= maxAttributes) throw notWorkbook();
    keys.push(key);
    attributes[localName(key)] = decodeEntities(double ?? single);
    end += whole.length;
  }
  if (tag.slice(end).trim() !== '') throw notWorkbook();
  return { name, attributes };
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#x([0-9A-Fa-f]{1,6});|#(\d{1,7});|([a-z]{2,4});)?/g,
    (_, hexadecimal?: string, decimal?: string, name?: string) => {
      const plain = name === undefined ? undefined : namedReferences[name];
      if (plain !== undefined) return plain;
      const digits = hexadecimal ?? decimal;
      const code = Number.parseInt(digits ?? '', hexadecimal === undefined ? 10 : 16);
      if (!(code > 0 && code <= 0x10ffff)) throw notWorkbook();
      return String.fromCodePoint(code);
    },
  );
}

/** The error for a file that is no whole workbook. */
export function notWorkbook(): ZubiError {
  return new ZubiError('import_format', { reason: 'xlsx' });
}
