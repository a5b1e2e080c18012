import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ZubiError } from '../../../contract/errors.ts';
import { deriveKey, scryptCost } from '../secrets/derive-key.ts';
import { type Secret, wiped } from '../secrets/secret.ts';
import { ByteSource, DamagedBytesError } from './byte-source.ts';

/*
 * A sealed file (docs/sealed-files.md): eight letters for its kind, the header's length (4 bytes,
 * big endian), the header (JSON), then frames. A frame is one byte (1 on the last one, else 0), its
 * length (4 bytes), its bytes. Sealed, each frame is AES-256-GCM (ciphertext, then a tag of 16
 * bytes) under a key that scrypt derives from the passphrase and the file's own salt. The nonce is
 * the frame's number; header and first byte are authenticated with it. So no frame can be cut off,
 * left out, moved or taken from another file.
 */

const frameBytes = 1024 * 1024;
const maxHeaderBytes = 64 * 1024;
const tagBytes = 16;
const frameHeadBytes = 5;

/** Enough of a file to read its header. */
export const maxStartBytes = 8 + 4 + maxHeaderBytes;

/** The cost is fixed here: a stranger's file can neither lower nor raise it. */
export const sealSchema = z.object({
  kdf: z.literal('scrypt'),
  n: z.literal(scryptCost.n),
  r: z.literal(scryptCost.r),
  p: z.literal(scryptCost.p),
  salt: z.base64().min(24).max(64),
});
type Seal = z.infer<typeof sealSchema>;

/** A kind of sealed file. With `sealed` null, the frames are not encrypted. */
interface SealedKind<Header extends { readonly sealed: Seal | null }> {
  /** Eight letters at the beginning. */
  readonly magic: string;
  readonly header: z.ZodType<Header>;
}

/** What can be read of a file without its passphrase. */
export interface SealedStart<Header = { readonly sealed: Seal | null }> {
  readonly header: Header;
  /** Everything before the first frame. */
  readonly encoded: Buffer;
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Everything before the first frame. */
export function encodeHeader(magic: string, header: object): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  return Buffer.concat([Buffer.from(magic), uint32(json.length), json]);
}

/** Reads the header from a file's first bytes; null for a file of another kind. */
export function decodeHeader<Header extends { readonly sealed: Seal | null }>(
  kind: SealedKind<Header>,
  bytes: Buffer,
): SealedStart<Header> | null {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 8) !== kind.magic) return null;
  const end = 12 + bytes.readUInt32BE(8);
  if (end > Math.min(bytes.length, maxStartBytes)) return null;
  try {
    const header = kind.header.parse(JSON.parse(bytes.toString('utf8', 12, end)));
    return { header, encoded: bytes.subarray(0, end) };
  } catch {
    return null;
  }
}

/** The bytes of a file, encrypted when there is a passphrase. */
export async function* sealFile(
  magic: string,
  facts: object,
  { body, passphrase }: { readonly body: Pieces; readonly passphrase: Secret | null },
): AsyncGenerator<Buffer> {
  const salt = randomBytes(16).toString('base64');
  const sealed = passphrase ? ({ kdf: 'scrypt', ...scryptCost, salt } satisfies Seal) : null;
  const encoded = encodeHeader(magic, { ...facts, sealed });
  using key = passphrase && sealed ? wiped(await deriveKey(passphrase, sealed)) : null;
  yield encoded;
  yield* sealFrames(body, createFrameCipher(key, encoded), key !== null);
}

async function* sealFrames(
  body: Pieces,
  cipher: FrameCipher,
  isSealed: boolean,
): AsyncGenerator<Buffer> {
  let number = 0;
  const frame = (bytes: Uint8Array, last: boolean) => {
    const sealed = cipher.seal(bytes, number, last);
    number += 1;
    return Buffer.concat([Buffer.of(last ? 1 : 0), uint32(sealed.length), sealed]);
  };
  // An empty first frame tells a wrong passphrase from later damage.
  if (isSealed) yield frame(Buffer.alloc(0), false);
  let waiting: Uint8Array = Buffer.alloc(0);
  for await (const piece of body) {
    waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
    while (waiting.length > frameBytes) {
      yield frame(waiting.subarray(0, frameBytes), false);
      waiting = waiting.subarray(frameBytes);
    }
  }
  yield frame(waiting, true);
}

/**
 * The contents of a file, from the bytes after its header. Throws `wrong_passphrase`,
 * `DamagedBytesError`.
 */
export async function* openFile(
  { header: { sealed }, encoded }: SealedStart,
  { body, passphrase }: { readonly body: Pieces; readonly passphrase: Secret | null },
): AsyncGenerator<Buffer> {
  if (sealed && !passphrase) throw new ZubiError('wrong_passphrase');
  using key = sealed && passphrase ? wiped(await deriveKey(passphrase, sealed)) : null;
  const source = new ByteSource(body);
  const cipher = createFrameCipher(key, encoded);
  try {
    for (let number = 0, last = false; !last; number += 1) {
      const head = await source.exactly(frameHeadBytes);
      last = head.readUInt8() === 1;
      const length = head.readUInt32BE(1);
      if (length > frameBytes + tagBytes) throw new DamagedBytesError('frame');
      yield cipher.open(await source.exactly(length), number, last);
    }
    if (!(await source.atEnd())) throw new DamagedBytesError('too long');
  } finally {
    await source.close();
  }
}

/** Encrypts or decrypts a frame's bytes; without a key both leave them unchanged. */
interface FrameCipher {
  seal(bytes: Uint8Array, number: number, last: boolean): Uint8Array;
  /** Throws `wrong_passphrase` for the first frame, `DamagedBytesError` for any other. */
  open(bytes: Buffer, number: number, last: boolean): Buffer;
}

function createFrameCipher(key: Buffer | null, encoded: Buffer): FrameCipher {
  if (!key) return { seal: (bytes) => bytes, open: (bytes) => bytes };
  const headerHash = hash('sha256', encoded, 'buffer');
  const nonceOf = (number: number) => Buffer.concat([Buffer.alloc(8), uint32(number)]);
  const contextOf = (last: boolean) => Buffer.concat([headerHash, Buffer.of(last ? 1 : 0)]);
  const options = { authTagLength: tagBytes };
  return {
    seal(bytes, number, last) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number), options);
      cipher.setAAD(contextOf(last));
      return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    open(bytes, number, last) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number), options);
        decipher.setAAD(contextOf(last));
        decipher.setAuthTag(bytes.subarray(-tagBytes));
        return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
      } catch {
        throw number === 0 ? new ZubiError('wrong_passphrase') : new DamagedBytesError('frame');
      }
    },
  };
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
