import { ZubiError } from '../../contract/errors.ts';

/** A body that is made while it is sent. */
export interface BodyInPieces {
  readonly sizeBytes: number;
  pieces(): Iterable<Uint8Array>;
}

const empty = Buffer.alloc(0);
/**
 * Bytes encoded at once; divisible by three. Few waits, and still some steps of progress on a slow
 * line.
 */
const pieceBytes = 768 * 1024;

/**
 * A JSON text with a Base64 document in the place of a marker: `JSON.stringify` would read each of
 * its characters. Throws `too_large` beyond `maxBytes`.
 */
export function embedBase64(
  json: string,
  marker: string,
  document: Uint8Array,
  maxBytes: number,
): BodyInPieces {
  const [before = empty, after = empty] = json.split(marker).map((text) => Buffer.from(text));
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  const sizeBytes = before.length + Math.ceil(bytes.length / 3) * 4 + after.length;
  if (sizeBytes > maxBytes) throw new ZubiError('too_large', { sizeBytes, limitBytes: maxBytes });
  return {
    sizeBytes,
    *pieces() {
      yield before;
      for (let start = 0; start < bytes.length; start += pieceBytes)
        yield Buffer.from(bytes.toString('base64', start, start + pieceBytes), 'latin1');
      yield after;
    },
  };
}
