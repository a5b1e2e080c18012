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
import { command, downloadSchema, id, nothing, query } from './kinds.ts';

const note = z.string().trim().max(500);
const resolution = z.object({
  decision: z.enum(['received', 'not_received']),
  note: note.default(''),
});
const panelUpload = z.object({ date: daySchema.optional(), note: note.default('') });
const review = z.object({
  decision: z.enum(['approved', 'rejected']),
  reason: note.nullish(),
  /** The day of the decision, not before the document's. */
  date: daySchema.optional(),
  expiresOn: daySchema.nullish(),
});
/** The company and the document of a result. */
const reviewed = z.object({
  companyId: id,
  /** The document shown (null: uploaded in the panel); refused when another one has come since. */
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
   * Companies with their authorization, by name. All filters must match; `counts` are over all
   * companies, whatever the filter.
   */
  'authorizations.list': query(
    z.object({
      companyId: id.optional(),
      states: z.array(authorizationStateSchema).optional(),
      /**
       * Only approved ones that expire within so many days, or have expired; the first to expire
       * comes first.
       */
      expiringWithinDays: z.number().int().min(0).max(2000).optional(),
      /** Only those with an upload whose answer was lost. */
      unresolved: z.boolean().optional(),
      /** Only those that block submissions: required and not in force. */
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
        /** Approved ones that expire within 60 days, or have expired. */
        expiring: z.number().int(),
        blocking: z.number().int(),
      }),
    }),
  ),
  /** One company's authorization with every document and every step, newest first. */
  'authorizations.get': query(
    z.object({ companyId: id }),
    z.object({
      authorization: authorizationSchema,
      uploads: z.array(authorizationUploadSchema),
      events: z.array(authorizationEventSchema),
    }),
  ),
  /** The largest document that the service accepts, in bytes, by the profile. */
  'authorizations.limits': query(z.object({}), z.object({ maxBytes: z.number().int() })),
  /** A received file as an authorization, before anything is sent. */
  'authorizations.check': query(
    z.object({ fileId: fileIdSchema }),
    z.object({ fileId: fileIdSchema, name: z.string(), check: documentCheckSchema }),
  ),
  /** The company of each received file, by its name, in the order of the request; sends nothing. */
  'authorizations.match': query(
    z.object({ fileIds: z.array(fileIdSchema).min(1).max(1000) }),
    z.object({
      matches: z.array(authorizationMatchSchema),
      /** Files that no longer exist: used, discarded, or of a replaced history. */
      gone: z.array(fileIdSchema),
    }),
  ),
  /** Discards received files; skips those that were used. */
  'authorizations.discard': command(
    z.object({ fileIds: z.array(fileIdSchema).max(5000) }),
    nothing,
  ),
  /**
   * Uploads a received file to the service, with the company's key, once. A value means that the
   * service has received it: it awaits review. A lost answer is the error `authorization_unknown`.
   */
  'authorizations.upload': command(
    z.object({
      companyId: id,
      fileId: fileIdSchema,
      /** Confirms an upload while the result of the one before is unknown. */
      confirmUnresolved: z.boolean().default(false),
      /** Confirms a file whose name has the tax id of another company. */
      confirmOtherCompany: z.boolean().default(false),
    }),
    authorizationSchema,
  ),
  /** Records what the service's panel shows of an upload whose answer was lost. */
  'authorizations.resolve': command(resolution.extend({ companyId: id }), authorizationSchema),
  /**
   * Records that a document was uploaded in the service's panel (specification, 4.3): it awaits
   * review like any other.
   */
  'authorizations.noteUpload': command(panelUpload.extend({ companyId: id }), authorizationSchema),
  /**
   * Records the review's result. Days: of the decision (today by default), and the last one in
   * force (five years at most).
   */
  'authorizations.decide': command(review.extend(reviewed.shape), authorizationSchema),
  /**
   * The same for several companies. `others` names those that cannot take it, which stay as they
   * are; a reason that all share is the error.
   */
  'authorizations.decideAll': command(review.extend(several), recordedSchema),
  'authorizations.noteUploadAll': command(panelUpload.extend(several), recordedSchema),
  'authorizations.resolveAll': command(resolution.extend(several), recordedSchema),
  /** Corrects the last day of an approved authorization. */
  'authorizations.setExpiry': command(
    z.object({ companyId: id, expiresOn: daySchema }),
    authorizationSchema,
  ),
  /** A document: uploaded, received, or the template. */
  'authorizations.document': query(
    z.union([
      z.object({ uploadId: id }),
      z.object({ fileId: fileIdSchema }),
      z.object({ template: z.literal(true) }),
    ]),
    downloadSchema.extend({ sha256: z.string() }),
  ),
  /** The stored template; null when there is none. */
  'authorizations.template': query(z.object({}), keptTemplate),
  /** Stores a received PDF as the template, in place of the one before. */
  'authorizations.setTemplate': command(z.object({ fileId: fileIdSchema }), keptTemplate),
  'authorizations.removeTemplate': command(z.object({}), keptTemplate),
} as const;
