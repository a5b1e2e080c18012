import type { SourcePiece } from '../../../contract/methods/sources.ts';
import {
  decodeMixed,
  decodeText,
  findEncoding,
  findWrongByte,
  toShownEncoding,
} from './encoding.ts';
import { sniff } from './sniff.ts';

/** The wanted piece of a document's text: `offset` and `limit` in UTF-16 units. */
export interface SourceRequest {
  readonly offset: number;
  readonly limit: number;
  readonly maxFileBytes: number;
}

/** Why there is no text. */
export interface SourceRefusal {
  readonly refused: 'not_text' | 'too_large' | 'not_found';
}

/** Kinds that are no XML but still readable text. */
const readable: readonly string[] = ['text', 'html', 'empty'];

/**
 * A piece of a document's text, decoded as for validation; null when the bytes are no text.
 * `offset` and `limit` in UTF-16 units.
 */
export function readSourcePiece(
  bytes: Uint8Array,
  { offset, limit }: Pick<SourceRequest, 'offset' | 'limit'>,
): SourcePiece | null {
  const finding = findEncoding(bytes);
  const { encoding, bomBytes } = toShownEncoding(finding);
  const sniffed = sniff(bytes, decodeText(bytes.subarray(0, 4096), encoding, bomBytes));
  if (sniffed !== null && !readable.includes(sniffed.kind)) return null;
  const isMixed = findWrongByte(bytes, encoding) !== null;
  const text = isMixed
    ? decodeMixed(bytes.subarray(bomBytes))
    : decodeText(bytes, encoding, bomBytes);
  const end = pieceEnd(text, offset + limit);
  return {
    text: text.slice(offset, end),
    nextOffset: end < text.length ? end : null,
    length: text.length,
    encoding: finding.encoding,
    sizeBytes: bytes.length,
    isFaithful: finding.kind !== 'unsupported' && !isMixed,
  };
}

/** A surrogate pair stays together: half of it does not survive JSON everywhere. */
function pieceEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const unit = text.charCodeAt(end);
  return unit >= 0xdc00 && unit <= 0xdfff ? end + 1 : end;
}

/**
 * A text's UTF-8 bytes with a matching declaration in place of any other; the same bytes when it
 * matches already.
 */
export function declareUtf8(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.subarray(0, 400)).toString('latin1');
  const declared = /^((?:\xef\xbb\xbf)?<\?xml\s[^>]*?encoding\s*=\s*)(?:"([^"]*)"|'([^']*)')/.exec(
    head,
  );
  const name = declared?.[2] ?? declared?.[3];
  if (declared === null || name === undefined || /^utf-?8$/i.test(name)) return bytes;
  const before = declared[1]?.length ?? 0;
  return Buffer.concat([
    bytes.subarray(0, before),
    Buffer.from('"UTF-8"'),
    bytes.subarray(declared[0].length),
  ]);
}
