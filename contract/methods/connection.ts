import { z } from 'zod';
import { territorySchema } from '../company.ts';
import { connectionInputSchema, connectionSchema, licenseSchema } from '../connection.ts';
import { readinessSchema } from '../readiness.ts';
import { command, nothing, query } from './kinds.ts';

/** Asks the service even where the last answer is kept. */
const refreshable = z.object({ refresh: z.boolean().optional() });

/** Which service is in force, and what it says of itself. */
export const connectionMethods = {
  'connection.get': query(nothing, connectionSchema),
  /**
   * Also how a key is rotated: `{"userApiKey": "…"}` alone replaces that key and keeps the rest.
   */
  'connection.set': command(connectionInputSchema, connectionSchema),
  /** Asks the service for its territories; the territories are kept. Fails with the reason. */
  'connection.test': command(
    nothing,
    z.object({ latencyMs: z.number(), territories: z.number().int() }),
  ),
  /**
   * Starts this application's own sandbox and connects to it with made-up keys: nothing leaves the
   * machine.
   */
  'connection.useSandbox': command(nothing, connectionSchema),
  /**
   * What has to be in place before the first submission. With `refresh` license data and
   * territories are asked of the service.
   */
  'connection.readiness': query(refreshable, readinessSchema),

  /**
   * From what is kept; asked of the service when nothing is, when it is a week old, or with
   * `refresh`.
   */
  'territories.list': query(refreshable, z.array(territorySchema)),

  /** Asked of the service each time, and kept for the readiness list. */
  'license.get': query(nothing, licenseSchema),
} as const;
