import { Buffer } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { z } from 'zod';
import {
  decodeHeader,
  maxStartBytes,
  type SealedStart,
  sealSchema,
} from '../../platform/files/sealed-file.ts';

export const archiveMagic = 'ZUBIBAK1';

/** Whether bytes begin with an archive's magic. Fewer than eight bytes never do. */
export const beginsArchive = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, archiveMagic.length) === archiveMagic;

/** The part of an archive that is readable without unsealing it. */
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

/** The only names in an archive. A restoration writes no other file. */
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

/** Reads the header from the beginning of a file; null when it is not an archive of this format. */
export function readArchiveStart(path: string): SealedStart<ArchiveHeader> | null {
  try {
    // If the path is a pipe, opening it must not wait for a writer.
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      if (!fstatSync(descriptor).isFile()) return null;
      const start = Buffer.alloc(maxStartBytes);
      const length = readSync(descriptor, start);
      const kind = { magic: archiveMagic, header: archiveHeaderSchema };
      return decodeHeader(kind, start.subarray(0, length));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}
