import { z } from 'zod';
import { territorySchema } from '../company.ts';
import {
  connectionEntrySchema,
  connectionIdSchema,
  connectionInputSchema,
  connectionKindInputSchema,
  connectionNameInputSchema,
  connectionSchema,
  licenseSchema,
  newConnectionSchema,
} from '../connection.ts';
import { readinessSchema } from '../readiness.ts';
import { command, nothing, query } from './kinds.ts';

/** Asks the service even where the last answer is kept. */
const refreshable = z.object({ refresh: z.boolean().optional() });

const namedConnection = z.object({ id: connectionIdSchema });
const connectionList = z.object({ connections: z.array(connectionEntrySchema) });

/** The connections, which of them is in force, and what its service says of itself. */
export const connectionMethods = {
  'connection.get': query(nothing, connectionSchema),
  /**
   * Changes the connection in force, takes the one that has this address, or makes the first. Also
   * how a key is rotated: `{"userApiKey": "…"}` alone replaces that key and keeps the rest. Fails
   * with `connection_host_changed` for another host, until `movedHost` says that it is the same
   * service.
   */
  'connection.set': command(connectionInputSchema, connectionSchema),
  /** Every connection, in the order in which they were added. */
  'connection.list': query(nothing, connectionList),
  /** Adds a connection and puts it in force, also to an address that another one has. */
  'connection.add': command(newConnectionSchema, connectionSchema),
  /** Puts another connection in force. */
  'connection.use': command(namedConnection, connectionSchema),
  'connection.rename': command(connectionNameInputSchema, connectionList),
  /**
   * Makes a test host of one that was taken for production, or the other way round; its id changes
   * with it. Fails with `connection_kind_fixed` for one with companies or submissions: these say
   * what it was.
   */
  'connection.setKind': command(connectionKindInputSchema, connectionList),
  /** Fails with `connection_in_use` for the one in force. */
  'connection.setHidden': command(namedConnection.extend({ hidden: z.boolean() }), connectionList),
  /**
   * Removes a connection and its keys. Fails with `connection_in_use` for the one in force, and for
   * one with companies or submissions: the history must be able to name it.
   */
  'connection.remove': command(namedConnection, connectionList),
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
