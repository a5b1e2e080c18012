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
  /** In the answer, a dotted path; null when the profile says that the service does not give it. */
  path: z.string().nullable(),
  /**
   * The kind of the value found, never the value: `text (12)`, `number`, `list (3)`; null for
   * nothing.
   */
  found: z.string().nullable(),
});
export type ProfilePlace = z.infer<typeof profilePlaceSchema>;

/** Tries a service profile on answers, before and after it is in force. */
export const profileMethods = {
  /** The service profile in force, and the default one: JSON documents. */
  'profile.get': query(
    nothing,
    z.object({ name: z.string(), isDefault: z.boolean(), inForce: document, default: document }),
  ),
  /**
   * What a profile makes of an answer. By default the profile in force (null: the default one) and
   * the newest kept answer to such a call. Throws `invalid_input` with the profile's faulty places.
   */
  'profile.try': query(
    z.object({
      call: profileCallSchema,
      profile: document.nullish(),
      /** The submission whose answer is read. */
      submissionId: id.optional(),
      /** The company, when the call concerns one. */
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
      /** Null when no answer is kept: nothing was tried. */
      answer: z
        .object({
          status: z.number().int(),
          contentType: z.string().nullable(),
          /** The answer's keys, each with the kind of its value and no value. */
          shape: z.string(),
        })
        .nullable(),
      places: z.array(profilePlaceSchema),
      outcome: z
        .object({
          /** For a submission its state; for all others whether the answer was understood. */
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
