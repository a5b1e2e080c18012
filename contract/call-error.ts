import { z } from 'zod';
import { errorCodes } from './errors.ts';

/** A failure kept for later, as a reply would carry it: a code and plain values, never a secret. */
export const callErrorSchema = z.object({
  code: z.enum(errorCodes),
  details: z.record(z.string(), z.json()),
});
