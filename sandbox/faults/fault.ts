import { z } from 'zod';

/** The longest delay: ten minutes. */
const maxDelayMs = 600_000;

/** The kind of requests that a fault strikes: submissions by default. */
const targetSchema = z.enum(['submission', 'company', 'authorization']);
export type FaultTarget = z.infer<typeof targetSchema>;
const on = targetSchema.optional();

/** One way in which the service can fail a request that changes something. */
export const faultSchema = z.discriminatedUnion('kind', [
  /** Processes the request at once; the answer leaves `ms` milliseconds later. */
  z.strictObject({ on, kind: z.literal('delay'), ms: z.number().int().min(0).max(maxDelayMs) }),
  /** Closes the connection before processing. */
  z.strictObject({ on, kind: z.literal('drop_before') }),
  /** Processes and stores the request; closes the connection without an answer. */
  z.strictObject({ on, kind: z.literal('drop_after') }),
  /**
   * Answers with this status before processing; `retryAfter` in seconds or as text (an HTTP date).
   */
  z.strictObject({
    on,
    kind: z.literal('status'),
    status: z.number().int().min(300).max(599),
    retryAfter: z
      .union([z.number().int().min(0).max(999_999_999), z.string().regex(/^[ -~]{1,100}$/)])
      .optional(),
  }),
  /** Processes the request; the answer is JSON that breaks off. */
  z.strictObject({ on, kind: z.literal('broken_json') }),
  /** Processes the request; the headers come, then one byte a second. */
  z.strictObject({ on, kind: z.literal('slow_body') }),
  /** Processes the request; the answer never ends. */
  z.strictObject({ on, kind: z.literal('huge_body') }),
]);
export type Fault = z.infer<typeof faultSchema>;

/** The body of `POST /sandbox/faults`. */
export const faultsRequestSchema = z.strictObject({ faults: z.array(faultSchema).max(1000) });
