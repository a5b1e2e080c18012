import { z } from 'zod';
import { territorySchema } from '../company.ts';
import { connectionInputSchema, connectionSchema, licenseSchema } from '../connection.ts';
import { command, nothing, query } from './kinds.ts';

/** Which service is in force, and what it says of itself. */
export const connectionMethods = {
  'connection.get': query(nothing, connectionSchema),
  'connection.set': command(connectionInputSchema, connectionSchema),
  /** Asks the service for its territories; the territories are kept. Fails with the reason. */
  'connection.test': command(nothing, z.object({ latencyMs: z.number(), territories: z.number().int() })),
  /** Starts this application's own sandbox and connects to it with made-up keys: nothing leaves the machine. */
  'connection.useSandbox': command(nothing, connectionSchema),

  'territories.list': query(nothing, z.array(territorySchema)),

  'license.get': query(nothing, licenseSchema),
} as const;
