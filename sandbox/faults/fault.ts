import { z } from 'zod';

/** The longest wait that can be asked for: ten minutes. */
const maxDelayMs = 600_000;

/** Which requests a fault can strike: submissions unless it says otherwise. */
const targetSchema = z.enum(['submission', 'company', 'authorization']);
export type FaultTarget = z.infer<typeof targetSchema>;
const on = targetSchema.optional();

/** One way in which the service can fail a request that changes something. */
export const faultSchema = z.discriminatedUnion('kind', [
  /** The request is processed at once, its answer leaves `ms` milliseconds later. */
  z.strictObject({ on, kind: z.literal('delay'), ms: z.number().int().min(0).max(maxDelayMs) }),
  /** The connection is closed before anything is processed. */
  z.strictObject({ on, kind: z.literal('drop_before') }),
  /** It is processed and remembered; the connection is closed without an answer. */
  z.strictObject({ on, kind: z.literal('drop_after') }),
  /**
   * Answered with this status before anything is processed; `retryAfter` in seconds, or as it is
   * written (an HTTP date).
   */
  z.strictObject({
    on,
    kind: z.literal('status'),
    status: z.number().int().min(300).max(599),
    retryAfter: z
      .union([z.number().int().min(0).max(999_999_999), z.string().regex(/^[ -~]{1,100}$/)])
      .optional(),
  }),
  /** Processed; the answer is JSON that breaks off. */
  z.strictObject({ on, kind: z.literal('broken_json') }),
  /** Processed; the headers come, then one byte a second. */
  z.strictObject({ on, kind: z.literal('slow_body') }),
  /** Processed; the answer never ends. */
  z.strictObject({ on, kind: z.literal('huge_body') }),
]);
export type Fault = z.infer<typeof faultSchema>;

/** What `POST /sandbox/faults` takes. */
export const faultsRequestSchema = z.strictObject({ faults: z.array(faultSchema).max(1000) });
