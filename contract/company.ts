import { z } from 'zod';
import { callErrorSchema } from './call-error.ts';
import { mapTexts, maxTextLength } from './company-texts.ts';

/** A secret as the window may know it: that it is there, and its last four characters. */
export const secretHintSchema = z.object({ present: z.boolean(), last4: z.string().nullable() });
export type SecretHint = z.infer<typeof secretHintSchema>;

export const authorizationStateSchema = z.enum([
  'none',
  'pending_validation',
  'approved',
  'rejected',
]);
export type AuthorizationState = z.infer<typeof authorizationStateSchema>;

const name = z.string().trim().min(1).max(maxTextLength);
const territoryId = z.string().min(1).max(64);
/** Identifier that the service gave a company; a dot segment would lead to another path. */
export const serviceIdSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((value) => value !== '.' && value !== '..');
/** A key as a header can carry it. */
export const clientKeySchema = z
  .string()
  .trim()
  .min(8)
  .max(4096)
  .regex(/^[\x21-\x7e]+$/);

/**
 * A tax id as it is kept: capitals, without the blanks, dots, dashes and country that people write
 * it with.
 */
export function toTaxId(text: string): string {
  const bare = text.toUpperCase().replaceAll(/[\s.\-/]/g, '');
  return /^ES[A-Z0-9]{9}$/.test(bare) ? bare.slice(2) : bare;
}

/** The texts of a company that is kept. */
export const companyTextsSchema = z.object(mapTexts(() => z.string().nullable()));

/** What a person gives to create or change a client company (service specification, part 2.1). */
export const companyInputSchema = z.object({
  isIndividual: z.boolean(),
  fullName: name,
  taxId: z.string().overwrite(toTaxId).min(1).max(20),
  territoryId,
  ...mapTexts(() => name.nullish()),
  /** The yes to a tax id with a wrong check digit, where the profile lets it be asked. */
  confirmTaxId: z.boolean().optional(),
});
export type CompanyInput = z.infer<typeof companyInputSchema>;

/**
 * A new company. Without `serviceId` it is created in the service. With it the company is there
 * already: its key is the one given, or else asked for by an update of that identifier, which
 * writes these data over those of the service.
 */
export const companyCreationSchema = companyInputSchema.extend({
  serviceId: serviceIdSchema.optional(),
  apiKey: clientKeySchema.optional(),
});
export type CompanyCreation = z.infer<typeof companyCreationSchema>;

/**
 * How far a company is known to the service: `draft` is not there yet; `creating` is on its way; of
 * `creation_unknown` the answer was lost, so only a person can say whether it is there;
 * `registered` has an identifier.
 */
export const companyStateSchema = z.enum(['draft', 'creating', 'creation_unknown', 'registered']);

export const companySchema = z.object({
  id: z.string(),
  /** The service's own identifier, null unless `registered`. */
  serviceId: z.string().nullable(),
  state: companyStateSchema,
  /** Why the last attempt to create it did not succeed; null when there was none or it did. */
  failure: callErrorSchema.nullable(),
  isIndividual: z.boolean(),
  fullName: z.string(),
  ...companyTextsSchema.shape,
  taxId: z.string(),
  territoryId: z.string(),
  territoryName: z.string(),
  /** Only companies of Bizkaia can submit. */
  canSubmit: z.boolean(),
  key: secretHintSchema,
  authorization: authorizationStateSchema,
  createdAt: z.iso.datetime(),
  /** Null while it is worked for; an archived company sends nothing. */
  archivedAt: z.iso.datetime().nullable(),
  notes: z.string(),
  /** Number of submissions in the history. */
  submissions: z.number().int(),
  lastSubmissionAt: z.iso.datetime().nullable(),
});
export type Company = z.infer<typeof companySchema>;

/** What the list of companies can be narrowed to. */
export const companyFilterSchema = z.object({
  territoryIds: z.array(territoryId).max(50).optional(),
  hasKey: z.boolean().optional(),
  authorizations: z.array(authorizationStateSchema).max(4).optional(),
  states: z.array(companyStateSchema).max(4).optional(),
  /** Whether it has ever sent anything. */
  hasSubmissions: z.boolean().optional(),
  /** Last submission at this instant or later. */
  activeSince: z.iso.datetime().optional(),
  /** Last submission before this instant, or none. */
  inactiveSince: z.iso.datetime().optional(),
  archived: z.enum(['hide', 'only', 'include']).default('hide'),
});
export type CompanyFilter = z.infer<typeof companyFilterSchema>;

export const companySortSchema = z.object({
  by: z
    .enum(['name', 'taxId', 'territory', 'key', 'authorization', 'lastActivity'])
    .default('name'),
  direction: z.enum(['ascending', 'descending']).default('ascending'),
});
export type CompanySort = z.infer<typeof companySortSchema>;

export const territorySchema = z.object({ id: z.string(), name: z.string() });
export type Territory = z.infer<typeof territorySchema>;

/**
 * Where a bulk creation stands. `stopped` and `paused` can be resumed; `finished` and `cancelled`
 * are over.
 */
export const companyJobSchema = z.object({
  id: z.string(),
  state: z.enum(['running', 'paused', 'stopped', 'cancelled', 'finished']),
  /**
   * Why it is paused or stopped when nobody asked for it: `interrupted` by the end of the process,
   * or the failure that stopped it.
   */
  reason: callErrorSchema.nullable(),
  total: z.number().int(),
  created: z.number().int(),
  failed: z.number().int(),
  /** Answers that were lost: see `creation_unknown`. */
  unknown: z.number().int(),
  waiting: z.number().int(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type CompanyJob = z.infer<typeof companyJobSchema>;

/** A row of a bulk creation that did not succeed, and why. */
export const companyJobFailureSchema = z.object({
  companyId: z.string(),
  fullName: z.string(),
  taxId: z.string(),
  outcome: z.enum(['failed', 'unknown']),
  error: callErrorSchema,
});
