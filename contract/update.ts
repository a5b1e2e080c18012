import { z } from 'zod';
import { callErrorSchema } from './call-error.ts';
import { languages } from './choices.ts';

/** Where a new version stands. */
export const updateStatusSchema = z.object({
  /** Why Zubi cannot update itself here; null where it can. */
  offBecause: z.enum(['not_installed', 'no_key', 'policy']).nullable(),
  /** `later`: there is a newer version, which reaches this installation later. */
  state: z.enum([
    'unchecked',
    'checking',
    'current',
    'later',
    'downloading',
    'ready',
    'installing',
    'failed',
  ]),
  /** When the publisher's address answered last, in this run. */
  checkedAt: z.iso.datetime().nullable(),
  /** The newer version. `notes` is what is new in it, as Markdown, in the languages there are. */
  offered: z
    .object({ version: z.string(), notes: z.partialRecord(z.enum(languages), z.string()) })
    .nullable(),
  receivedBytes: z.number().int(),
  sizeBytes: z.number().int(),
  /** Why the last check or download failed. */
  fault: callErrorSchema.nullable(),
});
export type UpdateStatus = z.infer<typeof updateStatusSchema>;
