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

/** Asks the service even where an answer is stored. */
const refreshable = z.object({ refresh: z.boolean().optional() });

const namedConnection = z.object({ id: connectionIdSchema });
const connectionList = z.object({ connections: z.array(connectionEntrySchema) });

/** The connections, the one in force, and what its service says of itself. */
export const connectionMethods = {
  'connection.get': query(nothing, connectionSchema),
  /**
   * Changes the connection in force, takes the one with this address, or makes the first. It also
   * rotates a key: `{"userApiKey": "…"}` alone replaces that key. Fails with
   * `connection_host_changed` for another host, until `movedHost` says that it is the same service.
   */
  'connection.set': command(connectionInputSchema, connectionSchema),
  /** Every connection, in the order of creation. */
  'connection.list': query(nothing, connectionList),
  /** Adds a connection and puts it in force, also to the address of another one. */
  'connection.add': command(newConnectionSchema, connectionSchema),
  /** Puts another connection in force. */
  'connection.use': command(namedConnection, connectionSchema),
  'connection.rename': command(connectionNameInputSchema, connectionList),
  /**
   * Turns a production connection into a test one, or the other way round; its id changes with it.
   * Fails with `connection_kind_fixed` for one with companies or submissions, which keep the kind
   * they had.
   */
  'connection.setKind': command(connectionKindInputSchema, connectionList),
  /** Fails with `connection_in_use` for the one in force. */
  'connection.setHidden': command(namedConnection.extend({ hidden: z.boolean() }), connectionList),
  /**
   * Removes a connection and its keys. Fails with `connection_in_use` for the one in force, and for
   * one with companies or submissions: the history must be able to name it.
   */
  'connection.remove': command(namedConnection, connectionList),
  /** Asks the service for its territories and stores them. Fails with the reason. */
  'connection.test': command(
    nothing,
    z.object({ latencyMs: z.number(), territories: z.number().int() }),
  ),
  /** Starts the own sandbox and connects to it with made-up keys: nothing leaves the machine. */
  'connection.useSandbox': command(nothing, connectionSchema),
  /**
   * The preconditions of the first submission. With `refresh` the service is asked for license data
   * and territories.
   */
  'connection.readiness': query(refreshable, readinessSchema),

  /**
   * The stored territories; the service is asked when there are none, when they are a week old, or
   * with `refresh`.
   */
  'territories.list': query(refreshable, z.array(territorySchema)),

  /** Asks the service each time, and stores the answer for the readiness list. */
  'license.get': query(nothing, licenseSchema),
} as const;
