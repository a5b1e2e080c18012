import { z } from 'zod';
import { secretHintSchema } from './company.ts';

/**
 * Who made the software and under which licence it files (service specification, part 1,
 * preconditions).
 */
export const softwareGaranteSchema = z.object({
  /** Whether the intermediary holds Software Garante status: then no authorizations are needed. */
  holds: z.boolean(),
  taxId: z.string().trim().max(20),
  license: z.string().trim().max(60),
  name: z.string().trim().max(120),
  version: z.string().trim().max(30),
});
export type SoftwareGarante = z.infer<typeof softwareGaranteSchema>;

export const environmentSchema = z.enum(['none', 'sandbox', 'production']);
export type Environment = z.infer<typeof environmentSchema>;

const secretText = z.string().trim().min(1).max(4096);

/** A field left out keeps what is stored. */
export const connectionInputSchema = z.object({
  baseUrl: z.url().max(2048).optional(),
  userApiKey: secretText.optional(),
  certificateKey: secretText.optional(),
  softwareGarante: softwareGaranteSchema.optional(),
  /**
   * A service profile as a JSON document, for a service whose wire names differ from our
   * assumptions; null takes the default again.
   */
  profile: z.record(z.string(), z.unknown()).nullish(),
});
export type ConnectionInput = z.infer<typeof connectionInputSchema>;

export const connectionSchema = z.object({
  environment: environmentSchema,
  /** Null until one is set. */
  baseUrl: z.string().nullable(),
  /** True when the address is that of the sandbox this application runs itself. */
  ownSandbox: z.boolean(),
  userApiKey: secretHintSchema,
  certificateKey: secretHintSchema,
  softwareGarante: softwareGaranteSchema.nullable(),
  /** Name of the service profile in force. */
  profile: z.string(),
  /**
   * True when the connection was changed outside the application, or the vault cannot know it: no
   * key is given out until `connection.set` confirms its address.
   */
  unproven: z.boolean(),
  /**
   * Other services that keys are kept for: their origins, null for keys of an earlier version. They
   * are never sent to this one, and work again when their address is set again.
   */
  keysFor: z.array(z.string().nullable()),
});
export type Connection = z.infer<typeof connectionSchema>;

/**
 * Data of the developer and the software as the service knows them; what the answer does not give
 * is null.
 */
export const licenseSchema = z.object({
  developer: z.string().nullable(),
  software: z.string().nullable(),
  version: z.string().nullable(),
  license: z.string().nullable(),
});
export type License = z.infer<typeof licenseSchema>;
