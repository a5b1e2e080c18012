import { z } from 'zod';
import { softwareGaranteSchema } from '../../../contract/connection.ts';
import type { ServiceEnvironment } from '../../platform/db/environment.ts';
import type { ServiceAddress } from '../../service/address.ts';

const slotSchema = z.object({
  baseUrl: z.string(),
  /** True for this application's own sandbox, whose address changes at every start. */
  own: z.boolean().default(false),
  softwareGarante: softwareGaranteSchema.nullable().default(null),
});

/** Proves to the vault that this connection was set through it. */
export const proofSchema = z.object({
  keyId: z.string(),
  /** HMAC-SHA256, Base64. */
  code: z.string(),
});

/**
 * `connection.json`: sandbox and production side by side, so that practice never touches
 * production. No secrets.
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

/** A service on this machine is a sandbox. Any other is production. */
export function environmentOf(address: ServiceAddress): ServiceEnvironment {
  return address.loopback ? 'sandbox' : 'production';
}
