import { z } from 'zod';
import {
  authorizationEventSchema,
  authorizationMatchSchema,
  authorizationSchema,
  authorizationTemplateSchema,
  authorizationUploadSchema,
  daySchema,
  documentCheckSchema,
} from '../authorization.ts';
import { callErrorSchema } from '../call-error.ts';
import { authorizationStateSchema } from '../company.ts';
import { fileIdSchema } from '../worklist.ts';
import { command, id, nothing, query } from './kinds.ts';

const note = z.string().trim().max(500);
const resolution = z.object({
  decision: z.enum(['received', 'not_received']),
  note: note.default(''),
});
const panelUpload = z.object({ date: daySchema.optional(), note: note.default('') });
const review = z.object({
  decision: z.enum(['approved', 'rejected']),
  reason: note.nullish(),
  /** The day of the decision: not before the document was there to decide on. */
  date: daySchema.optional(),
  expiresOn: daySchema.nullish(),
});
/** Which company a result is for, and which document it is about. */
const reviewed = z.object({
  companyId: id,
  /**
   * As it was shown (null: one that was loaded in the panel): refused when there is another by now.
   */
  documentId: id.nullable().optional(),
});
const several = { companies: z.array(reviewed).min(1).max(5000) };
const recordedSchema = z.object({
  recorded: z.array(id),
  others: z.array(z.object({ companyId: id, error: callErrorSchema })),
});
const keptTemplate = z.object({ template: authorizationTemplateSchema.nullable() });

/**
 * Representation authorizations of the client companies (service specification, parts 2.3, 3 and
 * 4.3).
 */
export const authorizationMethods = {
  /**
   * Companies with their authorization, by name. All filters must hold; `counts` are over all
   * companies, whatever the filter.
   */
  'authorizations.list': query(
    z.object({
      companyId: id.optional(),
      states: z.array(authorizationStateSchema).optional(),
      /**
       * Only approved ones that end within so many days, or have ended; the first to end comes
       * first.
       */
      expiringWithinDays: z.number().int().min(0).max(2000).optional(),
      /** Only those with an upload whose answer was lost. */
      unresolved: z.boolean().optional(),
      /** Only those whose submissions wait for it: required and not in force. */
      blocking: z.boolean().optional(),
    }),
    z.object({
      authorizations: z.array(authorizationSchema),
      counts: z.object({
        none: z.number().int(),
        pending_validation: z.number().int(),
        approved: z.number().int(),
        rejected: z.number().int(),
        unresolved: z.number().int(),
        /** Approved ones that end within 60 days, or have ended. */
        expiring: z.number().int(),
        blocking: z.number().int(),
      }),
    }),
  ),
  /** One company's authorization with every document and every step, the newest first. */
  'authorizations.get': query(
    z.object({ companyId: id }),
    z.object({
      authorization: authorizationSchema,
      uploads: z.array(authorizationUploadSchema),
      events: z.array(authorizationEventSchema),
    }),
  ),
  /** The largest document that the service takes, in bytes: the profile says it. */
  'authorizations.limits': query(z.object({}), z.object({ maxBytes: z.number().int() })),
  /** What a taken file is, as an authorization, before anything is sent. */
  'authorizations.check': query(
    z.object({ fileId: fileIdSchema }),
    z.object({ fileId: fileIdSchema, name: z.string(), check: documentCheckSchema }),
  ),
  /** Which company each taken file is for, by its name, in the order asked; sends nothing. */
  'authorizations.match': query(
    z.object({ fileIds: z.array(fileIdSchema).min(1).max(1000) }),
    z.object({
      matches: z.array(authorizationMatchSchema),
      /**
       * Files that are no longer there: they found their use, were let go of, or belong to a
       * history that was replaced.
       */
      gone: z.array(fileIdSchema),
    }),
  ),
  /**
   * Forgets taken files that are not to be uploaded after all; those that found their use are
   * passed over.
   */
  'authorizations.discard': command(
    z.object({ fileIds: z.array(fileIdSchema).max(5000) }),
    nothing,
  ),
  /**
   * Gives a taken file to the service, with the company's own key, once. The value means that the
   * service has received it: it waits for review. A lost answer is the error
   * `authorization_unknown`.
   */
  'authorizations.upload': command(
    z.object({
      companyId: id,
      fileId: fileIdSchema,
      /** The explicit yes to upload while it is not known what became of the upload before. */
      confirmUnresolved: z.boolean().default(false),
      /** The explicit yes to a file whose name has the tax id of another company. */
      confirmOtherCompany: z.boolean().default(false),
    }),
    authorizationSchema,
  ),
  /** What the service's panel shows of an upload whose answer was lost. */
  'authorizations.resolve': command(resolution.extend({ companyId: id }), authorizationSchema),
  /**
   * Notes that a document was loaded in the service's panel (specification, 4.3): it waits for
   * review like an uploaded one.
   */
  'authorizations.noteUpload': command(panelUpload.extend({ companyId: id }), authorizationSchema),
  /**
   * The review's result, as the service told it. Days: of the decision (today when left out), and
   * the last one in force (five years at most).
   */
  'authorizations.decide': command(review.extend(reviewed.shape), authorizationSchema),
  /**
   * The same for several companies. Those that cannot take it stay as they are, and are told in
   * `others`; what all of them are refused for is the error.
   */
  'authorizations.decideAll': command(review.extend(several), recordedSchema),
  'authorizations.noteUploadAll': command(panelUpload.extend(several), recordedSchema),
  'authorizations.resolveAll': command(resolution.extend(several), recordedSchema),
  /** Corrects the last day of an approved authorization. */
  'authorizations.setExpiry': command(
    z.object({ companyId: id, expiresOn: daySchema }),
    authorizationSchema,
  ),
  /** A document as it was uploaded, a taken file before it is, or the template. */
  'authorizations.document': query(
    z.union([
      z.object({ uploadId: id }),
      z.object({ fileId: fileIdSchema }),
      z.object({ template: z.literal(true) }),
    ]),
    z.object({
      name: z.string(),
      mediaType: z.string(),
      contentBase64: z.string(),
      sha256: z.string(),
    }),
  ),
  /** The template that is kept; null when there is none. */
  'authorizations.template': query(z.object({}), keptTemplate),
  /** Keeps a taken PDF as the template, in place of the one before. */
  'authorizations.setTemplate': command(z.object({ fileId: fileIdSchema }), keptTemplate),
  'authorizations.removeTemplate': command(z.object({}), keptTemplate),
} as const;
