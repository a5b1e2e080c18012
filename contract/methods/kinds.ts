import { z } from 'zod';
import { toStrict } from '../strict-input.ts';

/** No input, or no output. */
export const nothing = z.object({});
export const id = z.string().min(1).max(64);
/** Most rows of a page. */
export const limit = z.number().int().min(1).max(1000).default(100);

/** A file that a person keeps. */
export const downloadSchema = z.object({
  name: z.string(),
  mediaType: z.string(),
  contentBase64: z.string(),
});

/** A piece of a file, with the size of the whole. */
export const pieceSchema = z.object({
  name: z.string(),
  sizeBytes: z.number().int(),
  contentBase64: z.string(),
});

/** The named ones, or all: a missing choice never means all. */
export const idsOrAll = <I extends z.ZodType>(ids: I) =>
  z.union([z.object({ ids }), z.object({ all: z.literal(true) })]);

/**
 * A reading: may be repeated, changes nothing, allowed to a process that does not own the data
 * folder.
 */
export const query = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) =>
  ({ kind: 'query', input: toStrict(input), output }) as const;

/** A change: has a request id on hosts where a message may arrive twice. */
export const command = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) =>
  ({ kind: 'command', input: toStrict(input), output }) as const;
