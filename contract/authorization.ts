import { z } from 'zod';
import { callErrorSchema } from './call-error.ts';
import { authorizationStateSchema } from './company.ts';
import { environmentSchema } from './connection.ts';
import { documentFormats } from './document-format.ts';

/** A day without a time, `2026-11-21`. */
export const daySchema = z.iso.date();

/** An uploaded document, or an attempt. */
export const authorizationUploadSchema = z.object({
  id: z.string(),
  name: z.string(),
  format: z.enum(documentFormats),
  sizeBytes: z.number().int(),
  sha256: z.string(),
  at: z.iso.datetime(),
  environment: environmentSchema.exclude(['none']),
  /**
   * The result: `received` by the service (which is not approved), `refused` by it, `not_delivered`
   * (it surely did not arrive), `unknown` (it may have arrived: only a person can find out),
   * `sending`.
   */
  outcome: z.enum(['sending', 'received', 'refused', 'not_delivered', 'unknown']),
});
export type AuthorizationUpload = z.infer<typeof authorizationUploadSchema>;

/** The state of a company's authorization. */
export const authorizationSchema = z.object({
  company: z.object({
    id: z.string(),
    fullName: z.string(),
    taxId: z.string(),
    territoryName: z.string(),
    hasKey: z.boolean(),
  }),
  /** The four states of the service specification, part 3. */
  state: authorizationStateSchema,
  /**
   * Whether this company's submissions need one: not with Software Garante status, not for Araba.
   */
  required: z.boolean(),
  /**
   * Whether the authorization allows submissions: not needed, or approved, in force and with no
   * unknown upload.
   */
  allowsSubmissions: z.boolean(),
  /**
   * The document that the service has, as far as known; null when there is none or it was uploaded
   * in the service's panel.
   */
  document: authorizationUploadSchema.nullable(),
  /**
   * An upload whose answer was lost: `authorizations.resolve` records the service's panel. `code`
   * is the reason why the answer is missing.
   */
  unresolved: authorizationUploadSchema.extend({ code: z.string() }).nullable(),
  sending: z.boolean(),
  /** Day of the approval or rejection. */
  decidedOn: daySchema.nullable(),
  /** The reason of a rejection. */
  reason: z.string().nullable(),
  /** Last day of an approved one. */
  expiresOn: daySchema.nullable(),
  /** Days until then: 0 on the last day, negative once expired. */
  daysLeft: z.number().int().nullable(),
  updatedAt: z.iso.datetime().nullable(),
});
export type Authorization = z.infer<typeof authorizationSchema>;

/**
 * A step in the history of a company's authorization. `uploaded` is the service's receipt, `noted`
 * a document uploaded in the service's panel; `data` are the values of its sentence.
 */
export const authorizationEventSchema = z.object({
  at: z.iso.datetime(),
  kind: z.enum([
    'sending',
    'uploaded',
    'refused',
    'not_delivered',
    'unknown',
    'resolved',
    'noted',
    'approved',
    'rejected',
    'expiry_changed',
  ]),
  from: authorizationStateSchema,
  to: authorizationStateSchema,
  uploadId: z.string().nullable(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuthorizationEvent = z.infer<typeof authorizationEventSchema>;

/**
 * The blank authorization, a PDF from the service's panel, that the intermediary keeps for its
 * companies.
 */
export const authorizationTemplateSchema = z.object({
  name: z.string(),
  sizeBytes: z.number().int(),
  sha256: z.string(),
  keptAt: z.iso.datetime(),
});
export type AuthorizationTemplate = z.infer<typeof authorizationTemplateSchema>;

/** A received file as an authorization: good, or its error. */
export const documentCheckSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('good'),
    format: z.enum(documentFormats),
    sizeBytes: z.number().int(),
    sha256: z.string(),
    pixels: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
  }),
  z.object({
    kind: z.literal('refused'),
    error: callErrorSchema,
  }),
]);
export type DocumentCheck = z.infer<typeof documentCheckSchema>;

/** The company of a file, by the tax ids in its name. */
export const authorizationMatchSchema = z.object({
  fileId: z.string(),
  name: z.string(),
  sizeBytes: z.number().int(),
  /** Tax ids found in the name. */
  taxIds: z.array(z.string()),
  /**
   * `matched`: this company, ready to upload. `no_tax_id`, `company_unknown`, `several_companies`:
   * a person decides. `same_company`: another file of this list is for the same company, and only
   * one can be kept.
   */
  outcome: z.enum(['matched', 'no_tax_id', 'company_unknown', 'several_companies', 'same_company']),
  company: authorizationSchema.shape.company.nullable(),
  /** State of that company's authorization: an upload replaces it. */
  state: authorizationStateSchema.nullable(),
  check: documentCheckSchema,
});
export type AuthorizationMatch = z.infer<typeof authorizationMatchSchema>;
