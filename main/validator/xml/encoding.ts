import { isUtf8 } from 'node:buffer';
import { bisect } from '../bisect.ts';

/** The supported encodings of a document. */
export type Encoding =
  | 'UTF-8'
  | 'US-ASCII'
  | 'UTF-16LE'
  | 'UTF-16BE'
  | 'ISO-8859-1'
  | 'ISO-8859-15'
  | 'windows-1252';

/** What the first bytes of a document say about its encoding. */
export type EncodingFinding =
  | { readonly kind: 'known'; readonly encoding: Encoding; readonly bomBytes: number }
  | { readonly kind: 'unsupported'; readonly encoding: string }
  | {
      readonly kind: 'conflict';
      readonly declared: string;
      /** The encoding to read the document with. */
      readonly encoding: Encoding;
      readonly bomBytes: number;
    };

const supported: ReadonlyMap<string, Encoding | 'UTF-16'> = new Map([
  ['utf-8', 'UTF-8'],
  ['utf8', 'UTF-8'],
  ['us-ascii', 'US-ASCII'],
  ['ascii', 'US-ASCII'],
  ['utf-16', 'UTF-16'],
  ['utf-16le', 'UTF-16LE'],
  ['utf-16be', 'UTF-16BE'],
  ['iso-8859-1', 'ISO-8859-1'],
  ['iso8859-1', 'ISO-8859-1'],
  ['latin1', 'ISO-8859-1'],
  ['iso-8859-15', 'ISO-8859-15'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
]);

/** Encodings that are recognised only to be named. */
const foreignMarks: readonly (readonly [readonly number[], string])[] = [
  [[0xff, 0xfe, 0x00, 0x00], 'UTF-32'],
  [[0x00, 0x00, 0xfe, 0xff], 'UTF-32'],
  [[0x3c, 0x00, 0x00, 0x00], 'UTF-32'],
  [[0x00, 0x00, 0x00, 0x3c], 'UTF-32'],
  [[0x4c, 0x6f, 0xa7, 0x94], 'EBCDIC'],
  [[0x2b, 0x2f, 0x76], 'UTF-7'],
];

const ownMarks: readonly (readonly [readonly number[], Encoding, number])[] = [
  [[0xef, 0xbb, 0xbf], 'UTF-8', 3],
  [[0xff, 0xfe], 'UTF-16LE', 2],
  [[0xfe, 0xff], 'UTF-16BE', 2],
  [[0x3c, 0x00, 0x3f, 0x00], 'UTF-16LE', 0],
  [[0x00, 0x3c, 0x00, 0x3f], 'UTF-16BE', 0],
];

/**
 * Finds a document's encoding by its byte order mark, its first characters and its declaration (XML
 * 1.0, appendix F).
 */
export function findEncoding(bytes: Uint8Array): EncodingFinding {
  const foreign = foreignMarks.find(([mark]) => startsWith(bytes, mark));
  if (foreign !== undefined) return { kind: 'unsupported', encoding: foreign[1] };
  const own = ownMarks.find(([mark]) => startsWith(bytes, mark));
  const encoding = own?.[1] ?? null;
  const bomBytes = own?.[2] ?? 0;
  const declared = declaredEncoding(bytes, encoding, bomBytes);
  if (declared === null) return { kind: 'known', encoding: encoding ?? 'UTF-8', bomBytes };
  const meant = supported.get(declared.toLowerCase());
  if (meant === undefined) return { kind: 'unsupported', encoding: declared.slice(0, 40) };
  if (encoding === null) {
    // A declared single-byte encoding cannot be a two-byte one.
    if (meant.startsWith('UTF-16'))
      return { kind: 'conflict', declared, encoding: 'UTF-8', bomBytes };
    return { kind: 'known', encoding: meant as Encoding, bomBytes };
  }
  const agrees = meant === encoding || (meant === 'UTF-16' && encoding.startsWith('UTF-16'));
  return agrees
    ? { kind: 'known', encoding, bomBytes }
    : { kind: 'conflict', declared, encoding, bomBytes };
}

/** An encoding to show a text with: one that is not supported is read byte by byte. */
export const toShownEncoding = (finding: EncodingFinding) =>
  finding.kind === 'unsupported' ? ({ encoding: 'windows-1252', bomBytes: 0 } as const) : finding;

function declaredEncoding(
  bytes: Uint8Array,
  encoding: Encoding | null,
  bomBytes: number,
): string | null {
  const head = bytes.subarray(bomBytes, bomBytes + 400);
  const text = encoding?.startsWith('UTF-16')
    ? decodeUtf16(head, encoding as 'UTF-16LE' | 'UTF-16BE')
    : Buffer.from(head).toString('latin1');
  const match = /^<\?xml\s[^>]*?encoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(text);
  return match === null ? null : (match[1] ?? match[2] ?? '');
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

function decodeUtf16(bytes: Uint8Array, encoding: 'UTF-16LE' | 'UTF-16BE'): string {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return new TextDecoder(encoding).decode(even);
}

/**
 * A byte that is impossible in the encoding, or null. Only for UTF-8 and ASCII, where everyday
 * files have such bytes.
 */
export function findWrongByte(bytes: Uint8Array, encoding: Encoding): number | null {
  if (encoding === 'US-ASCII') {
    const at = bytes.findIndex((byte) => byte > 0x7f);
    return at < 0 ? null : at;
  }
  if (encoding !== 'UTF-8' || isUtf8(bytes)) return null;
  // The shortest sequence that nothing can complete ends with the wrong byte.
  const shortest = bisect(bytes.length, (length) => !isUtf8Beginning(bytes.subarray(0, length)));
  return startOfSequence(bytes, Math.max(0, shortest - 1));
}

/**
 * The byte that began the sequence which `at` breaks, like an ñ of another encoding; else `at`
 * itself.
 */
function startOfSequence(bytes: Uint8Array, at: number): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes[at - back] ?? 0;
    if (byte < 0x80) return at;
    if (byte < 0xc0) continue;
    const following = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    return back <= following ? at - back : at;
  }
  return at;
}

function isUtf8Beginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The document in UTF-8; the same bytes if they are UTF-8 already. */
export function toUtf8(bytes: Uint8Array, encoding: Encoding, bomBytes: number): Uint8Array {
  if (encoding === 'UTF-8' || encoding === 'US-ASCII') return bytes;
  return Buffer.from(decodeText(bytes, encoding, bomBytes), 'utf8');
}

/** A character of UTF-8, or a byte of no such character. */
const characters =
  /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g;

/**
 * The text of bytes that are invalid in their encoding: as windows-1252, except for the characters
 * of UTF-8 where most are of UTF-8.
 */
export function decodeMixed(bytes: Uint8Array): string {
  const text = decodeText(bytes, 'ISO-8859-1', 0);
  const found = text.match(characters) ?? [];
  const isMostlyUtf8 = found.filter(({ length }) => length > 1).length > found.length / 2;
  if (!isMostlyUtf8) return decodeText(bytes, 'windows-1252', 0);
  return text.replace(characters, (one) =>
    decodeText(Buffer.from(one, 'latin1'), one.length > 1 ? 'UTF-8' : 'windows-1252', 0),
  );
}

/** The document's text without its byte order mark; invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: Encoding, bomBytes: number): string {
  const body = bytes.subarray(bomBytes);
  switch (encoding) {
    case 'UTF-8':
    case 'US-ASCII':
      return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
    case 'UTF-16LE':
    case 'UTF-16BE':
      return decodeUtf16(body, encoding);
    case 'ISO-8859-1':
      // The web's decoder takes this name for windows-1252.
      return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
    case 'ISO-8859-15':
    case 'windows-1252':
      return new TextDecoder(encoding).decode(body);
  }
}
