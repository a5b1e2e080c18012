import { z } from 'zod';
import { companyInputSchema, companySchema } from '../company.ts';
import { command, id, query } from './kinds.ts';

/** The client companies of this office. */
export const companyMethods = {
  'companies.list': query(
    z.object({ text: z.string().max(200).optional() }),
    z.object({ companies: z.array(companySchema) }),
  ),
  'companies.get': query(z.object({ id }), companySchema),
  'companies.create': command(companyInputSchema, companySchema),
  'companies.update': command(companyInputSchema.extend({ id }), companySchema),
} as const;
