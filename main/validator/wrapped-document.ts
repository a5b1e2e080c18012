import { readCmsContent } from './cms-content.ts';
import { gunzipWithin, isGzip } from './gzip.ts';
import { decodeText, findEncoding } from './xml/encoding.ts';
import { innerTexts } from './xml/inner-texts.ts';
import { peekRoot } from './xml/sniff.ts';
import { declareUtf8 } from './xml/source-text.ts';

/** The wrapping of a document. */
export type Wrapper = 'Base64' | 'JSON' | 'SOAP' | 'XAdES' | 'CMS';

/** A document without its wrapping. */
interface Unwrapped {
  readonly bytes: Uint8Array;
  /** The outermost one. */
  readonly wrapper: Wrapper;
}

/** Wrappings inside wrappings: JSON with Base64 with a signature. */
const maxDepth = 4;
const headBytes = 1024;
/** No document of the ledger is shorter, encoded or not. */
const minDocumentCharacters = 100;
/** How much may be unpacked: of one document, and in the whole search. */
interface Room {
  readonly limitBytes: number;
  leftBytes: number;
}

const roomOf = (limitBytes: number): Room => ({ limitBytes, leftBytes: 2 * limitBytes });

const ledgerRoot = /^LROEP[FJ](?:140|240)/;
/** Room for an enveloped signature at a document's end. */
const tailBytes = 64 * 1024;

/**
 * The ledger's document inside other bytes: a service's request in JSON, Base64, a SOAP envelope, a
 * signature. Null when there is none, and for a bare document. `limitBytes` bounds the unpacked
 * bytes.
 */
export function unwrap(bytes: Uint8Array, limitBytes: number): Unwrapped | null {
  return open(bytes, roomOf(limitBytes), 0);
}

/** Whether bytes are a document of the ledger, bare or wrapped. */
export function holdsLedgerDocument(bytes: Uint8Array, limitBytes: number): boolean {
  return isLedgerDocument(bytes) || unwrap(bytes, limitBytes) !== null;
}

/**
 * A document for elsewhere inside a wrapping (a signed invoice), so that its verdict names it; null
 * when there is none.
 */
export function unwrapForeign(bytes: Uint8Array, limitBytes: number): Uint8Array | null {
  const inner = bytes.length > limitBytes ? null : openOne(bytes, roomOf(limitBytes));
  const isXml = (candidate: Uint8Array) => candidate[0] === 0x3c || candidate[0] === 0xef;
  return (
    inner?.candidates.find(isXml) ?? (inner?.wrapper === 'CMS' ? inner.candidates[0] : null) ?? null
  );
}

function open(bytes: Uint8Array, room: Room, depth: number): Unwrapped | null {
  if (depth >= maxDepth || bytes.length > room.limitBytes) return null;
  const inner = openOne(bytes, room);
  if (inner === null) return null;
  const { wrapper } = inner;
  for (const candidate of inner.candidates) {
    if (isLedgerDocument(candidate)) return { bytes: candidate, wrapper };
    const deeper = open(candidate, room, depth + 1);
    if (deeper !== null) return { ...deeper, wrapper };
  }
  return null;
}

interface Opened {
  readonly wrapper: Wrapper;
  readonly candidates: readonly Uint8Array[];
}

function openOne(bytes: Uint8Array, room: Room): Opened | null {
  if (bytes[0] === 0x30) return one('CMS', readCmsContent(bytes));
  const finding = findEncoding(bytes);
  if (finding.kind === 'unsupported') return null;
  const read = (part: Uint8Array) => decodeText(part, finding.encoding, finding.bomBytes);
  const head = read(bytes.subarray(0, headBytes)).trimStart();
  if (head.startsWith('{') || head.startsWith('['))
    return { wrapper: 'JSON', candidates: documentsIn(textsInJson(read(bytes)), room) };
  if (
    /^-----BEGIN (?:PKCS7|CMS)-----/.test(head) ||
    /^(?:P[A-P]|77u\/P|e[w-z]|H4sI|MII)/.test(head)
  )
    return one('Base64', decodeBase64(read(bytes), room));
  if (head.startsWith('<')) return openXml(bytes, head, { read, room });
  return null;
}

const one = (wrapper: Wrapper, bytes: Uint8Array | null): Opened | null =>
  bytes === null ? null : { wrapper, candidates: [bytes] };

function isLedgerDocument(bytes: Uint8Array): boolean {
  const finding = findEncoding(bytes);
  if (finding.kind === 'unsupported') return false;
  const head = decodeText(bytes.subarray(0, headBytes * 4), finding.encoding, finding.bomBytes);
  return head.trimStart().startsWith('<') && ledgerRoot.test(peekRoot(head).name ?? '');
}

function decodeBase64(text: string, room: Room, mostBytes = room.limitBytes): Uint8Array | null {
  const bare = text.replaceAll(/-----(?:BEGIN|END)[^-]*-----|\s/g, '');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(bare)) return null;
  const bytes = Buffer.from(bare, 'base64');
  if (!isGzip(bytes)) return bytes;
  const most = Math.min(mostBytes, room.leftBytes);
  const unpacked = gunzipWithin(bytes, most);
  room.leftBytes -= unpacked?.length ?? most;
  return unpacked;
}

/** The documents that these texts may be: XML or Base64. */
function documentsIn(texts: Iterable<string>, room: Room): Uint8Array[] {
  const found: Uint8Array[] = [];
  // All together: many small texts can unpack to much.
  let leftBytes = room.limitBytes;
  for (const text of texts) {
    const isXml = /^\s*</.test(text);
    // What a declaration says about bytes is no longer true of a text.
    const bytes = isXml ? declareUtf8(Buffer.from(text)) : decodeBase64(text, room, leftBytes);
    if (bytes === null || bytes.length === 0) continue;
    found.push(bytes);
    leftBytes -= bytes.length;
    if (leftBytes <= 0) break;
  }
  return found;
}

/** The long texts of a JSON document. */
function textsInJson(json: string): string[] {
  const found: string[] = [];
  const look = (value: unknown, depth: number): void => {
    if (typeof value === 'string' && value.length >= minDocumentCharacters) found.push(value);
    if (typeof value === 'object' && value !== null && depth < maxDepth)
      for (const inner of Object.values(value)) look(inner, depth + 1);
  };
  try {
    look(JSON.parse(json), 0);
  } catch {
    return [];
  }
  return found;
}

/** A document's element in a SOAP envelope or in a signature's object, or a signed document. */
function openXml(
  bytes: Uint8Array,
  head: string,
  { read, room }: { readonly read: (part: Uint8Array) => string; readonly room: Room },
): Opened | null {
  const { name } = peekRoot(head);
  if (ledgerRoot.test(name ?? '')) return one('XAdES', withoutSignature(bytes));
  if (name !== 'Envelope' && name !== 'Signature') return null;
  const text = read(bytes);
  const start =
    /<(?:([^\s<>:/]{1,50}):)?(LROEP[FJ](?:140|240)[^\s<>:/]{0,150}|(?:Anula)?TicketBai|Facturae)[\s>]/.exec(
      text,
    );
  const wrapper = name === 'Envelope' ? 'SOAP' : 'XAdES';
  if (start !== null) {
    const [, prefix, local = ''] = start;
    const tag = prefix === undefined ? local : `${prefix}:${local}`;
    const end = text.lastIndexOf(`</${tag}`);
    const close = end < 0 ? -1 : text.indexOf('>', end);
    if (close < 0) return null;
    const declaration = prefix === undefined ? '' : declarationAround(text, start.index, prefix);
    const rest = text.slice(start.index + 1 + tag.length, close + 1);
    return one(wrapper, Buffer.from(`<${tag}${declaration}${rest}`));
  }
  const texts = innerTexts(text, minDocumentCharacters);
  return { wrapper, candidates: documentsIn(texts, room) };
}

/** The declaration of a prefix on an element around this one; empty where it has its own. */
function declarationAround(text: string, start: number, prefix: string): string {
  const own = text.slice(start, text.indexOf('>', start));
  return findDeclaration(own, prefix) === '' ? findDeclaration(text.slice(0, start), prefix) : '';
}

function findDeclaration(text: string, prefix: string): string {
  const declarations = text.matchAll(/\sxmlns:([^\s<>=]{1,50})\s*=\s*(?:"[^"]*"|'[^']*')/g);
  for (const [declaration, name] of declarations) if (name === prefix) return declaration;
  return '';
}

/** A document without the signature before its end; null without one. */
function withoutSignature(bytes: Uint8Array): Uint8Array | null {
  const from = Math.max(0, bytes.length - tailBytes);
  const tail = Buffer.from(bytes.subarray(from)).toString('latin1');
  const start = /<((?:[^\s<>:/]{1,50}:)?Signature)\s[^<>]*xmldsig#[^<>]*>/.exec(tail);
  if (start === null) return null;
  const close = `</${start[1]}>`;
  const end = tail.lastIndexOf(close) + close.length;
  if (end < start.index || !/^\s*<\/[^<>]+>\s*$/.test(tail.slice(end))) return null;
  return Buffer.concat([bytes.subarray(0, from + start.index), bytes.subarray(from + end)]);
}
