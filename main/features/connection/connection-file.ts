import { z } from 'zod';
import { softwareGaranteSchema } from '../../../contract/connection.ts';
import type { ServiceEnvironment } from '../../platform/db/environment.ts';
import type { ServiceAddress } from '../../service/address.ts';

const slotSchema = z.object({
  baseUrl: z.string(),
  /**
   * True for the sandbox this application runs itself: its address is found anew at every start.
   */
  own: z.boolean().default(false),
  softwareGarante: softwareGaranteSchema.nullable().default(null),
});

/** By which the vault knows again that this connection was set through it. */
export const proofSchema = z.object({
  keyId: z.string(),
  /** HMAC-SHA256, Base64. */
  code: z.string(),
});

/**
 * `connection.json`: sandbox and production side by side, so that practising never touches the real
 * one. No secrets.
 */
export const connectionFileSchema = z.object({
  active: z.enum(['none', 'sandbox', 'production']).default('none'),
  sandbox: slotSchema.nullable().default(null),
  production: slotSchema.nullable().default(null),
  /** A service profile that replaces the default one. */
  profile: z.record(z.string(), z.unknown()).nullable().default(null),
  /** Null in a file that was not written through the vault. */
  proof: proofSchema.nullable().default(null).catch(null),
});
export type ConnectionFile = z.infer<typeof connectionFileSchema>;
export type ConnectionSlot = z.infer<typeof slotSchema>;

/** A service on this machine is for practising; anything else is the real one. */
export function environmentOf(address: ServiceAddress): ServiceEnvironment {
  return address.loopback ? 'sandbox' : 'production';
}
