import { z } from 'zod';
import { type CallError, errorCodes, type Json } from './errors.ts';

/** An error as a value: what a reading tells of something that went wrong earlier. */
export const callErrorSchema: z.ZodType<CallError> = z.object({
  code: z.enum(errorCodes),
  details: z.record(z.string(), z.custom<Json>()),
});
