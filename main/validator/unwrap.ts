import { gunzipSync } from 'node:zlib';
import { readCmsContent } from './cms-content.ts';
import { decodeText, findEncoding } from './xml/encoding.ts';
import { peekRoot } from './xml/sniff.ts';

/** The wrapping of a document. */
export type Wrapper = 'Base64' | 'JSON' | 'SOAP' | 'XAdES' | 'CMS';

/** A document without its wrapping. */
export interface Unwrapped {
  readonly bytes: Uint8Array;
  /** The outermost one. */
  readonly wrapper: Wrapper;
}

/** Wrappings inside wrappings: JSON with Base64 with a signature. */
const maxDepth = 4;
const headBytes = 1024;
/** No document of the ledger is shorter, encoded or not. */
const minDocumentCharacters = 100;
const ledgerRoot = /^LROEP[FJ](?:140|240)/;

/**
 * The ledger's document inside other bytes: a service's request in JSON, Base64, a SOAP envelope, a
 * signature. Null when there is none, and for a bare document. `limitBytes` bounds the unpacked
 * bytes.
 */
export function unwrap(bytes: Uint8Array, limitBytes: number): Unwrapped | null {
  return open(bytes, limitBytes, 0);
}

/** Whether bytes are a document of the ledger, bare or wrapped. */
export function holdsLedgerDocument(bytes: Uint8Array, limitBytes: number): boolean {
  return isLedgerDocument(bytes) || unwrap(bytes, limitBytes) !== null;
}

function open(bytes: Uint8Array, limitBytes: number, depth: number): Unwrapped | null {
  if (depth >= maxDepth || bytes.length > limitBytes) return null;
  const inner = openOne(bytes, limitBytes);
  if (inner === null) return null;
  const { wrapper } = inner;
  for (const candidate of inner.candidates) {
    if (isLedgerDocument(candidate)) return { bytes: candidate, wrapper };
    const deeper = open(candidate, limitBytes, depth + 1);
    if (deeper !== null) return { ...deeper, wrapper };
  }
  return null;
}

interface Opened {
  readonly wrapper: Wrapper;
  readonly candidates: readonly Uint8Array[];
}

function openOne(bytes: Uint8Array, limitBytes: number): Opened | null {
  if (bytes[0] === 0x30) return one('CMS', readCmsContent(bytes));
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1').trimStart();
  if (head.startsWith('{') || head.startsWith('['))
    return { wrapper: 'JSON', candidates: textsInJson(bytes, limitBytes) };
  if (
    /^-----BEGIN (?:PKCS7|CMS)-----/.test(head) ||
    /^(?:P[A-P]|77u\/P|e[w-z]|H4sI|MII)/.test(head)
  )
    return one('Base64', decodeBase64(Buffer.from(bytes).toString('latin1'), limitBytes));
  if (head.startsWith('<') || head.startsWith('\xef\xbb\xbf<')) return openXml(bytes, head);
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

function decodeBase64(text: string, limitBytes: number): Uint8Array | null {
  const bare = text.replaceAll(/-----(?:BEGIN|END)[^-]*-----|\s/g, '');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(bare)) return null;
  const bytes = Buffer.from(bare, 'base64');
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: limitBytes });
  } catch {
    return null;
  }
}

/** The long texts of a JSON document: plain XML or Base64. */
function textsInJson(bytes: Uint8Array, limitBytes: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  const look = (value: unknown, depth: number): void => {
    if (typeof value === 'string') {
      if (value.length < minDocumentCharacters) return;
      if (/^\s*</.test(value)) found.push(Buffer.from(value));
      const decoded = /^\s*</.test(value) ? null : decodeBase64(value, limitBytes);
      if (decoded !== null && decoded.length > 0) found.push(decoded);
    } else if (typeof value === 'object' && value !== null && depth < maxDepth)
      for (const inner of Object.values(value)) look(inner, depth + 1);
  };
  try {
    look(JSON.parse(Buffer.from(bytes).toString('utf8')), 0);
  } catch {
    return [];
  }
  return found;
}

/** The ledger's element in a SOAP envelope or in a signature's object. */
function openXml(bytes: Uint8Array, head: string): Opened | null {
  const { name } = peekRoot(head);
  if (name !== 'Envelope' && name !== 'Signature') return null;
  const finding = findEncoding(bytes);
  if (finding.kind === 'unsupported') return null;
  const text = decodeText(bytes, finding.encoding, finding.bomBytes);
  const start = /<(?:([^\s<>:/]{1,50}):)?(LROEP[FJ](?:140|240)[^\s<>:/]{0,150})[\s>]/.exec(text);
  const wrapper = name === 'Envelope' ? 'SOAP' : 'XAdES';
  if (start !== null) {
    const tag = start[1] === undefined ? (start[2] ?? '') : `${start[1]}:${start[2]}`;
    const end = text.lastIndexOf(`</${tag}`);
    const close = end < 0 ? -1 : text.indexOf('>', end);
    if (close < 0) return null;
    return one(wrapper, Buffer.from(text.slice(start.index, close + 1)));
  }
  const encoded = /<(?:[^\s<>:/]{1,50}:)?Object[^<>]*>([A-Za-z0-9+/=\s]{40,})</.exec(text);
  const decoded = encoded === null ? null : decodeBase64(encoded[1] ?? '', bytes.length);
  return one(wrapper, decoded);
}
