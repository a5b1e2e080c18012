import { ZubiError } from '../../contract/errors.ts';
import type { EncodedDocument, SentDocument } from './client-port.ts';

/**
 * A body of known size whose bytes come piece by piece; each piece is valid only until the next one
 * is asked for.
 */
export interface BodyStream {
  readonly sizeBytes: number;
  pieces(): AsyncIterable<Uint8Array>;
}

/**
 * Puts a document as Base64 into a JSON text in the place of a marker, without passing through
 * `JSON.stringify`, which would look at each of its characters. Throws `too_large` when that makes
 * more than `maxBytes`.
 */
export function embedBytes(
  json: string,
  marker: string,
  content: Uint8Array | Content | EncodedContent,
  maxBytes: number,
): BodyStream {
  const [before = '', after = ''] = json.split(marker);
  const document =
    content instanceof Uint8Array
      ? { sizeBytes: content.byteLength, pieces: () => [content] }
      : content;
  const sizeBytes =
    Buffer.byteLength(before) + base64Size(document.sizeBytes) + Buffer.byteLength(after);
  if (sizeBytes > maxBytes) throw new ZubiError('too_large', { sizeBytes, limitBytes: maxBytes });
  if ('base64' in document)
    return { sizeBytes, pieces: () => readyPieces({ before, after, ...document }) };
  return {
    sizeBytes,
    pieces: () => base64Pieces({ before, after, ...document, pieces: document.pieces() }),
  };
}

/** Bytes that so many become in Base64. */
const base64Size = (bytes: number): number => Math.ceil(bytes / 3) * 4;

/** A document that has been encoded already. */
interface EncodedContent extends EncodedDocument {
  readonly onPiece?: (doneBytes: number) => void;
}

/**
 * Encodes a document as a whole, so that sending it is nothing but handing it on. Throws when it
 * has not the size it should. Into memory that the engine does not count as its own: of 16 MB that
 * it counts it begins to look for garbage, which takes it longer than the encoding.
 */
export async function encodeDocument({
  sizeBytes,
  pieces,
}: SentDocument): Promise<EncodedDocument> {
  const base64 = Buffer.from(new SharedArrayBuffer(base64Size(sizeBytes)));
  let end = 0;
  for await (const piece of base64Pieces({ before: '', after: '', sizeBytes, pieces: pieces() })) {
    base64.set(piece, end);
    end += piece.byteLength;
  }
  return { sizeBytes, base64 };
}

/**
 * Of a ready document as much is handed on at once: few waits, and still some steps of progress on
 * a slow line.
 */
const handedOnReady = 1 << 20;

/** Views of what is there: nothing is copied. */
async function* readyPieces(
  parts: EncodedContent & { readonly before: string; readonly after: string },
): AsyncGenerator<Uint8Array> {
  const { base64, sizeBytes, onPiece } = parts;
  yield Buffer.from(parts.before);
  for (let start = 0; start < base64.byteLength; start += handedOnReady) {
    onPiece?.(Math.min(sizeBytes, (start / 4) * 3));
    yield base64.subarray(start, start + handedOnReady);
  }
  onPiece?.(sizeBytes);
  yield Buffer.from(parts.after);
}

/** A document that comes piece by piece. */
interface Content {
  readonly sizeBytes: number;
  readonly pieces: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Told how many bytes of it have been taken over. */
  readonly onPiece?: (doneBytes: number) => void;
}

/** What is put together: text, Base64 of a document, text. */
interface Parts {
  readonly before: string;
  readonly after: string;
  /** Of the document; its pieces together must have exactly as many bytes. */
  readonly sizeBytes: number;
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Told how many bytes of the document have been taken over. */
  readonly onPiece?: (doneBytes: number) => void;
}

/**
 * What is encoded at once: its text stays below the size from which the engine keeps strings apart
 * and collects them late. Divides by three.
 */
const encodedAtOnce = 48 * 1024;
/**
 * Encoded bytes handed on at once; more than a socket takes without saying so, so that the buffer
 * is free again when the next piece is asked for.
 */
const handedOn = 256 * 1024;

/**
 * Writes the parts through one buffer that is used again and again: however large the document, no
 * more is held. The buffer is free again only when whoever reads asks for the next piece, which an
 * HTTP client does after the last one has left. Throws when the document has not the size it
 * should.
 */
async function* base64Pieces(parts: Parts): AsyncGenerator<Uint8Array> {
  const text = { before: Buffer.from(parts.before), after: Buffer.from(parts.after) };
  const whole = text.before.length + Math.ceil(parts.sizeBytes / 3) * 4 + text.after.length;
  const buffer = Buffer.allocUnsafeSlow(
    Math.min(whole, handedOn + text.before.length + text.after.length),
  );
  const roomUntil = buffer.length - text.after.length;
  let end = text.before.copy(buffer);
  let done = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of parts.pieces) {
    let bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    if (rest.length > 0) bytes = Buffer.concat([rest, bytes]);
    const usable = bytes.length - (bytes.length % 3);
    for (let start = 0; start < usable; ) {
      const size = Math.min(encodedAtOnce, usable - start, Math.floor((roomUntil - end) / 4) * 3);
      if (size <= 0) {
        yield buffer.subarray(0, end);
        end = 0;
        continue;
      }
      end += buffer.write(bytes.toString('base64', start, start + size), end, 'latin1');
      start += size;
    }
    done += piece.byteLength;
    parts.onPiece?.(done);
    rest = usable === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(usable));
  }
  if (done !== parts.sizeBytes) throw new Error('the document has another size');
  if (rest.length > 0) end += buffer.write(rest.toString('base64'), end, 'latin1');
  end += text.after.copy(buffer, end);
  yield buffer.subarray(0, end);
}

/** A body in one piece. */
export async function gather(body: BodyStream): Promise<Uint8Array> {
  const whole = Buffer.allocUnsafeSlow(body.sizeBytes);
  let end = 0;
  for await (const piece of body.pieces()) {
    whole.set(piece, end);
    end += piece.byteLength;
  }
  return whole.subarray(0, end);
}
