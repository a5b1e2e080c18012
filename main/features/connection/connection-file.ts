import { z } from 'zod';
import { type ConnectionKind, connectionKinds } from '../../../contract/choices.ts';
import { softwareGaranteSchema } from '../../../contract/connection.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import {
  defaultServiceProfile,
  parseServiceProfile,
  type ServiceProfile,
} from '../../service/profile.ts';

const idPattern = new RegExp(`^(?:${connectionKinds.join('|')})(?:-[1-9]\\d{0,5})?$`);
const connectionIdSchema = z.string().regex(idPattern) as unknown as z.ZodType<ConnectionId>;
const profileSchema = z.record(z.string(), z.unknown()).nullable().default(null);

const slotSchema = z.object({
  id: connectionIdSchema,
  /** Name that a person chose; empty for the own sandbox. */
  name: z.string().default(''),
  baseUrl: z.string(),
  /** True for this application's own sandbox, whose address changes at every start. */
  own: z.boolean().default(false),
  softwareGarante: softwareGaranteSchema.nullable().default(null),
  /** A service profile that replaces the default one. */
  profile: profileSchema,
  /** Left out of the window's list; without it nothing else changes. */
  hidden: z.boolean().default(false),
});

/** Proves to the vault that the connections were set through it. */
const proofSchema = z.object({
  keyId: z.string(),
  /** HMAC-SHA256, Base64. */
  code: z.string(),
});

/**
 * `connection.json`: the connections side by side, so that practice never touches production. No
 * secrets.
 */
export const connectionFileSchema = z.object({
  active: z.union([z.literal('none'), connectionIdSchema]).default('none'),
  connections: z.array(slotSchema).default([]),
  /** Null in a file that was not written through the vault. */
  proof: proofSchema.nullable().default(null).catch(null),
});
export type ConnectionFile = z.infer<typeof connectionFileSchema>;
export type ConnectionSlot = z.infer<typeof slotSchema>;

/** Null where the connection in force is not in the file. */
export function slotInForce({ active, connections }: ConnectionFile): ConnectionSlot | null {
  return connections.find(({ id }) => id === active) ?? null;
}

/** The profile of a connection; null where this version does not take the one in the file. */
export function readProfile({ profile }: Pick<ConnectionSlot, 'profile'>): ServiceProfile | null {
  if (profile === null) return defaultServiceProfile();
  try {
    return parseServiceProfile(profile);
  } catch (error) {
    if (!(error instanceof ZubiError)) throw error;
    return null;
  }
}

/** Throws `connection_missing`. */
export function requireSlot({ connections }: ConnectionFile, id: string): ConnectionSlot {
  const slot = connections.find((each) => each.id === id);
  if (!slot) throw new ZubiError('connection_missing', { connection: id });
  return slot;
}

/** The first free id of a kind: the kind's own word, then with a number. */
export function nextId(kind: ConnectionKind, ids: readonly ConnectionId[]): ConnectionId {
  const taken = new Set(ids);
  let number = 1;
  while (taken.has(number === 1 ? kind : `${kind}-${number}`)) number += 1;
  return number === 1 ? kind : `${kind}-${number}`;
}

/** Puts a connection in force, in place of the one with its id or after the others. */
export function withSlot(file: ConnectionFile, given: ConnectionSlot): ConnectionFile {
  const slot = { ...given, hidden: false };
  const isNew = !file.connections.some(({ id }) => id === slot.id);
  const connections = isNew
    ? [...file.connections, slot]
    : file.connections.map((each) => (each.id === slot.id ? slot : each));
  return { ...file, active: slot.id, connections };
}
