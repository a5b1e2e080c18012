import { z } from 'zod';
import { connectionKinds } from './choices.ts';
import { secretHintSchema } from './company.ts';

/** The software's developer and licence (service specification, part 1, preconditions). */
export const softwareGaranteSchema = z.object({
  /** Whether the intermediary has Software Garante status: then no authorizations are needed. */
  holds: z.boolean(),
  taxId: z.string().trim().max(20),
  license: z.string().trim().max(60),
  name: z.string().trim().max(120),
  version: z.string().trim().max(30),
});
export type SoftwareGarante = z.infer<typeof softwareGaranteSchema>;

export const connectionKindSchema = z.enum(connectionKinds);

export const environmentSchema = z.enum(['none', ...connectionKinds]);
export type Environment = z.infer<typeof environmentSchema>;

/** Name that the person chooses. */
const connectionNameSchema = z.string().trim().min(1).max(60);

/** A connection's id: `test`, `production-2`. */
export const connectionIdSchema = z.string().min(1).max(40);

const secretText = z.string().trim().min(1).max(4096);

const connectionFieldsSchema = z.object({
  baseUrl: z.url().max(2048),
  /**
   * The kind of a new connection; `production` by default. A service on this machine is always a
   * sandbox.
   */
  kind: connectionKindSchema.exclude(['sandbox']).optional(),
  userApiKey: secretText.optional(),
  certificateKey: secretText.optional(),
  softwareGarante: softwareGaranteSchema.optional(),
  /**
   * A service profile as a JSON document, for a service whose wire names differ from our
   * assumptions; null takes the default again.
   */
  profile: z.record(z.string(), z.unknown()).nullish(),
});

/** A field left out keeps the stored value. */
export const connectionInputSchema = connectionFieldsSchema.partial().extend({
  /**
   * Says that another host is the same service at a new address: its companies and history stay
   * with it.
   */
  movedHost: z.boolean().optional(),
});
export type ConnectionInput = z.infer<typeof connectionInputSchema>;

export const newConnectionSchema = connectionFieldsSchema.extend({
  /** The host's name by default. */
  name: connectionNameSchema.optional(),
});
export type NewConnection = z.infer<typeof newConnectionSchema>;

export const connectionNameInputSchema = z.object({
  id: connectionIdSchema,
  name: connectionNameSchema,
});

export const connectionKindInputSchema = z.object({
  id: connectionIdSchema,
  kind: connectionKindSchema.exclude(['sandbox']),
});

/** A connection in the list. */
export const connectionEntrySchema = z.object({
  id: connectionIdSchema,
  name: z.string(),
  kind: connectionKindSchema,
  baseUrl: z.string(),
  ownSandbox: z.boolean(),
  /** Name of its service profile. */
  profile: z.string(),
  inForce: z.boolean(),
  /** Whether it has a company or a submission: then its kind is fixed and it cannot be removed. */
  used: z.boolean(),
  /** Hidden in the window's list until it is used again. */
  hidden: z.boolean(),
});
export type ConnectionEntry = z.infer<typeof connectionEntrySchema>;

export const connectionSchema = z.object({
  /** Null until a connection is set. */
  id: connectionIdSchema.nullable(),
  name: z.string().nullable(),
  /** The kind of the connection in force. */
  environment: environmentSchema,
  /** Null until one is set. */
  baseUrl: z.string().nullable(),
  /** True when the address is that of the own sandbox. */
  ownSandbox: z.boolean(),
  userApiKey: secretHintSchema,
  certificateKey: secretHintSchema,
  softwareGarante: softwareGaranteSchema.nullable(),
  /** Name of the service profile in force. */
  profile: z.string(),
  /**
   * True when the connection was changed outside the application, or the vault cannot verify it: no
   * key is given out until `connection.set` confirms its address.
   */
  unproven: z.boolean(),
  /**
   * Other services with stored keys, by their origins. The keys are never sent to this one, and
   * work again when their address is set again.
   */
  keysFor: z.array(z.string()),
});
export type Connection = z.infer<typeof connectionSchema>;

/** Data of developer and software in the service; null where the answer has none. */
export const licenseSchema = z.object({
  developer: z.string().nullable(),
  software: z.string().nullable(),
  version: z.string().nullable(),
  license: z.string().nullable(),
});
export type License = z.infer<typeof licenseSchema>;
