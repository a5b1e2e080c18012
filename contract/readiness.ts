import { z } from 'zod';

/**
 * The conditions of the first submission (service specification, part 1), in the order to handle
 * them.
 */
export const readinessIds = [
  'connection',
  'user_key',
  'connection_tested',
  'territories',
  'software_garante',
  'license',
  'certificate_key',
  'schemas',
  'key_protection',
] as const;

/**
 * `ready`; `missing`: nothing can be sent; `attention`: can be sent, but a person should look;
 * `unknown`: the service was not asked yet.
 */
export const readinessItemSchema = z.object({
  id: z.enum(readinessIds),
  state: z.enum(['ready', 'missing', 'attention', 'unknown']),
  /** The next step; null when there is none. */
  action: z
    .enum([
      'set_connection',
      'set_user_key',
      'test_connection',
      'refresh_territories',
      'set_software_garante',
      'become_software_garante',
      'ask_license',
      'compare_license',
      'set_certificate_key',
      'update_schemas',
      'set_passphrase',
      'unlock',
    ])
    .nullable(),
  /** Plain values for the sentence. */
  details: z.record(z.string(), z.json()),
});
export type ReadinessItem = z.infer<typeof readinessItemSchema>;

export const readinessSchema = z.object({
  /** Whether nothing is `missing`. */
  ready: z.boolean(),
  items: z.array(readinessItemSchema),
});
export type Readiness = z.infer<typeof readinessSchema>;
