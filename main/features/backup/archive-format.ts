import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { z } from 'zod';
import { ZubiError } from '../../../contract/errors.ts';
import type { Secret } from '../../platform/secrets/secret.ts';

/*
 * The archive, format 1 (docs/backup-format.md): `ZUBIBAK1`, the header's length (4 bytes, big
 * endian), the header (JSON), then frames. A frame is one byte (1 on the last one, else 0), its
 * length (4 bytes), its bytes. Put together, the frames are a gzip stream of: the manifest's length
 * (4 bytes), the manifest (JSON), then the files it names, one after the other. Sealed, each frame
 * is AES-256-GCM (ciphertext, then 16 bytes tag) under a key that scrypt makes of the passphrase
 * and the archive's own salt; the nonce is the frame's number, and header, number and the
 * last-frame byte are authenticated with it, so that no frame can be cut off, left out, moved or
 * taken from another archive.
 */

const magic = Buffer.from('ZUBIBAK1');

/** Whether bytes begin as an archive does; fewer than eight never do. */
export const beginsArchive = (bytes: Buffer): boolean =>
  bytes.subarray(0, magic.length).equals(magic);

export const frameBytes = 1024 * 1024;
const maxHeaderBytes = 64 * 1024;
const tagBytes = 16;
const cost = { n: 2 ** 17, r: 8, p: 1 } as const;

const sealSchema = z.object({
  kdf: z.literal('scrypt'),
  // Bounded on both sides: a made-up archive can neither weaken the passphrase nor exhaust the
  // machine.
  n: z.literal([2 ** 17, 2 ** 18]),
  r: z.literal(cost.r),
  p: z.number().int().min(1).max(4),
  salt: z.base64().min(24).max(64),
});
export type Seal = z.infer<typeof sealSchema>;

/** What can be read of an archive without opening it. */
const archiveHeaderSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  sealed: sealSchema.nullable(),
  includesKeys: z.boolean(),
  history: z.object({
    createdAt: z.iso.datetime(),
    submissions: z.number(),
    companies: z.number(),
    lastSubmissionAt: z.string().nullable(),
    cause: z.null(),
    /** Version of the history; archives from before the first release have none. */
    version: z.number().int().min(0).default(0),
  }),
});
export type ArchiveHeader = z.infer<typeof archiveHeaderSchema>;

/** Names an archive may hold: nothing else is ever written by a restoration. */
const entryNames = ['zubi.db', 'settings.json', 'connection.json', 'keys.json'] as const;

export const manifestSchema = z.object({
  entries: z
    .array(
      z.object({
        name: z.enum(entryNames),
        sizeBytes: z
          .number()
          .int()
          .min(0)
          .max(2 ** 40),
        sha256: z.string().length(64),
      }),
    )
    .max(entryNames.length)
    .refine((entries) => new Set(entries.map(({ name }) => name)).size === entries.length)
    .refine((entries) => entries.some(({ name }) => name === 'zubi.db'))
    .refine((entries) =>
      entries.every(({ name, sizeBytes }) => name === 'zubi.db' || sizeBytes <= 2 ** 24),
    ),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Magic, length and header as they lie in the file. */
export function encodeHeader(header: ArchiveHeader): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([magic, length, json]);
}

/** Reads the header from the beginning of a file; null when it is not an archive of this format. */
export function readArchiveHeader(path: string): ArchiveHeader | null {
  return readEncodedHeader(path)?.header ?? null;
}

/** The header and its bytes; null when it is not an archive of this format. */
export function readEncodedHeader(path: string): { header: ArchiveHeader; encoded: Buffer } | null {
  try {
    // Should it be a pipe, opening it must not wait for a writer.
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      if (!fstatSync(descriptor).isFile()) return null;
      const start = Buffer.alloc(magic.length + 4);
      if (
        readSync(descriptor, start) !== start.length ||
        !start.subarray(0, magic.length).equals(magic)
      )
        return null;
      const length = start.readUInt32BE(magic.length);
      if (length > maxHeaderBytes) return null;
      const json = Buffer.alloc(length);
      if (readSync(descriptor, json) !== length) return null;
      const header = archiveHeaderSchema.parse(JSON.parse(json.toString('utf8')));
      return { header, encoded: Buffer.concat([start, json]) };
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

/** A fresh seal for one archive. */
export function createSeal(): Seal {
  return { kdf: 'scrypt', ...cost, salt: randomBytes(16).toString('base64') };
}

/** The archive's key; the caller wipes it. */
export function deriveKey(passphrase: Secret, { n, r, p, salt }: Seal): Promise<Buffer> {
  // The same letters typed on another keyboard may arrive composed otherwise.
  const bytes = Buffer.from(passphrase.reveal().normalize('NFKC'));
  return new Promise((resolve, reject) => {
    const options = { N: n, r, p, maxmem: 2 * 128 * n * r * p };
    scrypt(bytes, Buffer.from(salt, 'base64'), 32, options, (error, key) => {
      bytes.fill(0);
      if (error) reject(new ZubiError('backup_failed', { cause: 'scrypt' }));
      else resolve(key);
    });
  });
}

/**
 * Turns a frame's bytes into what is written, or back; without a key both leave them as they are.
 */
export interface FrameCipher {
  seal(bytes: Buffer, number: number, last: boolean): Buffer;
  /** Throws `wrong_passphrase` for the first frame, `backup_damaged` for any other. */
  open(bytes: Buffer, number: number, last: boolean): Buffer;
}

export function createFrameCipher(key: Buffer | null, encodedHeader: Buffer): FrameCipher {
  if (!key) return { seal: (bytes) => bytes, open: (bytes) => bytes };
  const headerHash = createHash('sha256').update(encodedHeader).digest();
  const nonceOf = (number: number) => {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(number, 8);
    return nonce;
  };
  const contextOf = (last: boolean) => Buffer.concat([headerHash, Buffer.of(last ? 1 : 0)]);
  return {
    seal(bytes, number, last) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number), {
        authTagLength: tagBytes,
      });
      cipher.setAAD(contextOf(last));
      return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    open(bytes, number, last) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number), {
          authTagLength: tagBytes,
        });
        decipher.setAAD(contextOf(last));
        decipher.setAuthTag(bytes.subarray(-tagBytes));
        return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
      } catch {
        throw number === 0
          ? new ZubiError('wrong_passphrase')
          : new ZubiError('backup_damaged', { cause: 'frame' });
      }
    },
  };
}
