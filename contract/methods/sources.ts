import { z } from 'zod';
import { issueSchema, validationResultSchema, verdictSchema } from '../verdict.ts';
import { fileIdSchema, worklistFileSchema } from '../worklist.ts';
import { command, id, pieceSchema, query } from './kinds.ts';

/**
 * An edited text, handed over as a UTF-8 file (see `HostBridge.takeFiles`), which may be larger
 * than a call; used once.
 */
const ownText = z.object({ fileId: fileIdSchema, textId: id });

/** A piece of a file's text, decoded as for validation, without byte order mark. */
const sourcePieceSchema = z.object({
  text: z.string(),
  /** Null with the last piece. */
  nextOffset: z.number().int().nullable(),
  /** Of the whole text, in UTF-16 units. */
  length: z.number().int(),
  encoding: z.string(),
  /** Of the XML, after decompression. */
  sizeBytes: z.number().int(),
  /** False where some bytes are invalid in the encoding: they are read as UTF-8 or windows-1252. */
  isFaithful: z.boolean(),
});
export type SourcePiece = z.infer<typeof sourcePieceSchema>;

/** A file's text, and edited copies of it. The file itself never changes. */
export const sourceMethods = {
  /**
   * A piece of the file's text, decoded as for validation, without byte order mark; `offset` and
   * `limit` count UTF-16 units, as strings do. Errors: `source_not_text`, `source_too_large`,
   * `file_not_found`.
   */
  'submissions.source': query(
    z.object({
      fileId: fileIdSchema,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(4_000_000).default(2_000_000),
    }),
    sourcePieceSchema,
  ),
  /**
   * The file's bytes (decompressed), in pieces, to be saved elsewhere. Errors as for
   * `submissions.source`.
   */
  'submissions.fileContent': query(
    z.object({
      fileId: fileIdSchema,
      offset: z.number().int().min(0).default(0),
      limit: z
        .number()
        .int()
        .min(1)
        .max(8 * 1024 * 1024)
        .default(4 * 1024 * 1024),
    }),
    pieceSchema,
  ),
  /**
   * Checks an edited text like a file; stores nothing. A declared encoding counts as UTF-8. Errors:
   * `file_unknown`.
   */
  'submissions.judgeText': command(
    ownText,
    z.object({
      verdict: verdictSchema,
      issueCounts: validationResultSchema.shape.issueCounts,
      records: z.number().int(),
      issues: z.array(issueSchema),
    }),
  ),
  /**
   * Saves an edited text as a new file of the worklist, in UTF-8 with a matching declaration,
   * checked like any other. Its `origin.kind` is `edited`, but a cancellation or a modified record
   * keeps its own. Errors: `file_unknown`.
   */
  'submissions.saveText': command(ownText, z.object({ file: worklistFileSchema })),
} as const;
