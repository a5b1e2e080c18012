import { z } from 'zod';
import { callErrorSchema } from './call-error.ts';
import { mapTexts, maxTextLength } from './company-texts.ts';
import { toTaxId } from './tax-id.ts';

/** A secret for the window: whether it exists, and its last four characters. */
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
/** The service's identifier of a company; a dot segment would lead to another path. */
export const serviceIdSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((value) => value !== '.' && value !== '..');
/** A key that a header can carry, whole: a panel that masks it with asterisks does not give it. */
export const clientKeySchema = z
  .string()
  .trim()
  .min(8)
  .max(4096)
  .regex(/^(?!.*\*{4})[\x21-\x7e]+$/);

/** The texts of a stored company. */
export const companyTextsSchema = z.object(mapTexts(() => z.string().nullable()));

/** A person's data to create or change a client company (service specification, part 2.1). */
export const companyInputSchema = z.object({
  isIndividual: z.boolean(),
  fullName: name,
  taxId: z.string().overwrite(toTaxId).min(1).max(20),
  territoryId,
  ...mapTexts(() => name.nullish()),
  /** Accepts a tax id with a wrong check digit, where the profile allows it. */
  confirmTaxId: z.boolean().optional(),
});
export type CompanyInput = z.infer<typeof companyInputSchema>;

/**
 * A new company. Without `serviceId` it is created in the service. With it the company exists
 * there: its key is the given one, or requested by an update of that identifier, which replaces the
 * service's data with these.
 */
export const companyCreationSchema = companyInputSchema.extend({
  serviceId: serviceIdSchema.optional(),
  apiKey: clientKeySchema.optional(),
});
export type CompanyCreation = z.infer<typeof companyCreationSchema>;

/**
 * The company's state in the service: `draft` is not there yet; `creating` is being sent; of
 * `creation_unknown` the answer was lost, so a person must decide; `registered` has an identifier.
 */
export const companyStateSchema = z.enum(['draft', 'creating', 'creation_unknown', 'registered']);

export const companySchema = z.object({
  id: z.string(),
  /** The service's identifier; null unless `registered`. */
  serviceId: z.string().nullable(),
  state: companyStateSchema,
  /** The reason why the last attempt to create it failed; null without a failure. */
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
  /** Null for an active company; an archived one sends nothing. */
  archivedAt: z.iso.datetime().nullable(),
  notes: z.string(),
  /** Number of submissions in the history. */
  submissions: z.number().int(),
  lastSubmissionAt: z.iso.datetime().nullable(),
});
export type Company = z.infer<typeof companySchema>;

/** Filters of the list of companies. */
export const companyFilterSchema = z.object({
  territoryIds: z.array(territoryId).max(50).optional(),
  hasKey: z.boolean().optional(),
  authorizations: z.array(authorizationStateSchema).max(4).optional(),
  states: z.array(companyStateSchema).max(4).optional(),
  adviser: z.string().optional(),
  group: z.string().optional(),
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
  /** `attention`: companies that need a person first, the others by name. */
  by: z
    .enum(['name', 'attention', 'taxId', 'territory', 'key', 'authorization', 'lastActivity'])
    .default('name'),
  direction: z.enum(['ascending', 'descending']).default('ascending'),
});
export type CompanySort = z.infer<typeof companySortSchema>;

export const territorySchema = z.object({ id: z.string(), name: z.string() });
export type Territory = z.infer<typeof territorySchema>;

/**
 * The state of a bulk creation. `stopped` and `paused` can be resumed; `finished` and `cancelled`
 * are over.
 */
export const companyJobSchema = z.object({
  id: z.string(),
  state: z.enum(['running', 'paused', 'stopped', 'cancelled', 'finished']),
  /**
   * The reason of a pause or stop that nobody asked for: `interrupted` when the process ended, or
   * the error.
   */
  reason: callErrorSchema.nullable(),
  total: z.number().int(),
  created: z.number().int(),
  failed: z.number().int(),
  /** Lost answers: see `creation_unknown`. */
  unknown: z.number().int(),
  waiting: z.number().int(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type CompanyJob = z.infer<typeof companyJobSchema>;

/** A failed row of a bulk creation, with the reason. */
export const companyJobFailureSchema = z.object({
  companyId: z.string(),
  fullName: z.string(),
  taxId: z.string(),
  outcome: z.enum(['failed', 'unknown']),
  error: callErrorSchema,
});
