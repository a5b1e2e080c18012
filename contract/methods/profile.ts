import { z } from 'zod';
import { profileCalls } from '../choices.ts';
import { submissionStateSchema } from '../submission.ts';
import { id, nothing, query } from './kinds.ts';

const profileCallSchema = z.enum(profileCalls);

const document = z.record(z.string(), z.unknown());

/** A place of the profile in an answer. */
export const profilePlaceSchema = z.object({
  /** In the profile: `answers.submission.record.state`. */
  place: z.string(),
  /** In the answer, a dotted path; null where the service does not give it, says the profile. */
  path: z.string().nullable(),
  /** What lies there, without its value: `text (12)`, `number`, `list (3)`; null for nothing. */
  found: z.string().nullable(),
});
export type ProfilePlace = z.infer<typeof profilePlaceSchema>;

/** Trying a service profile on answers, before it is in force and after. */
export const profileMethods = {
  /** The service profile in force, and the default one: JSON documents. */
  'profile.get': query(
    nothing,
    z.object({ name: z.string(), isDefault: z.boolean(), inForce: document, default: document }),
  ),
  /**
   * What a profile makes of an answer. Left out: the profile in force (null: the default one), the
   * newest kept answer to such a call. Throws `invalid_input` with a profile's places at fault.
   */
  'profile.try': query(
    z.object({
      call: profileCallSchema,
      profile: document.nullish(),
      /** Whose answer is read, where the call is a submission. */
      submissionId: id.optional(),
      /** About which company, where the call is about one. */
      taxId: z.string().max(20).optional(),
      answer: z
        .object({
          status: z.number().int().min(100).max(599).default(200),
          contentType: z.string().max(200).default('application/json'),
          text: z.string().max(1024 * 1024),
        })
        .optional(),
    }),
    z.object({
      /** Null where none is kept: nothing was tried. */
      answer: z
        .object({
          status: z.number().int(),
          contentType: z.string().nullable(),
          /** The answer's keys, with the kind of each value in its place: no value of it. */
          shape: z.string(),
        })
        .nullable(),
      places: z.array(profilePlaceSchema),
      outcome: z
        .object({
          /** Of a submission its state; of all else whether it was understood. */
          state: z.union([
            submissionStateSchema,
            z.enum(['understood', 'refused', 'not_understood']),
          ]),
          code: z.string().nullable(),
          details: document,
        })
        .nullable(),
    }),
  ),
  /** The newest kept answers to calls that are no submissions, with their shapes. */
  'profile.answers': query(
    nothing,
    z.object({
      answers: z.array(
        z.object({
          call: profileCallSchema,
          taxId: z.string().nullable(),
          at: z.iso.datetime(),
          status: z.number().int(),
          contentType: z.string().nullable(),
          sizeBytes: z.number().int(),
        }),
      ),
    }),
  ),
} as const;
