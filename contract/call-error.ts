import { z } from 'zod';
import { type CallError, errorCodes } from './errors.ts';

/** A failure as a value, to keep or to answer with: a code and plain values, never a secret. */
export const callErrorSchema: z.ZodType<CallError> = z.object({
  code: z.enum(errorCodes),
  details: z.record(z.string(), z.json()),
});
