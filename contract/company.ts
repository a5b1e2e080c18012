import { z } from 'zod';

/** A secret as the window may know it: that it is there, and its last four characters. */
export const secretHintSchema = z.object({ present: z.boolean(), last4: z.string().nullable() });
export type SecretHint = z.infer<typeof secretHintSchema>;

export const authorizationStateSchema = z.enum(['none', 'pending_validation', 'approved', 'rejected']);
export type AuthorizationState = z.infer<typeof authorizationStateSchema>;

const name = z.string().trim().min(1).max(120);

/** What a person gives to create or change a client company (service specification, part 2.1). */
export const companyInputSchema = z.object({
  isIndividual: z.boolean(),
  fullName: name,
  taxId: z.string().trim().toUpperCase().min(1).max(20),
  territoryId: z.string().min(1).max(64),
  firstName: name.optional(),
  lastName1: name.optional(),
  lastName2: name.nullish(),
});
export type CompanyInput = z.infer<typeof companyInputSchema>;

export const companySchema = z.object({
  id: z.string(),
  /** The service's own identifier, null while the creation's outcome is not known. */
  serviceId: z.string().nullable(),
  isIndividual: z.boolean(),
  fullName: z.string(),
  firstName: z.string().nullable(),
  lastName1: z.string().nullable(),
  lastName2: z.string().nullable(),
  taxId: z.string(),
  territoryId: z.string(),
  territoryName: z.string(),
  /** Only companies of Bizkaia can submit. */
  canSubmit: z.boolean(),
  key: secretHintSchema,
  authorization: authorizationStateSchema,
  createdAt: z.iso.datetime(),
  /** Number of submissions in the history. */
  submissions: z.number().int(),
  lastSubmissionAt: z.iso.datetime().nullable(),
});
export type Company = z.infer<typeof companySchema>;

export const territorySchema = z.object({ id: z.string(), name: z.string() });
export type Territory = z.infer<typeof territorySchema>;
