import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { kindOf } from '../../platform/db/connection-id.ts';
import { readJson } from '../../platform/files/read-json.ts';
import type { Vault } from '../../platform/ports.ts';
import { type ConnectionFile, connectionFileSchema, isProven } from '../connection/public.ts';

const fileName = 'connection.json';

/**
 * Removes the connection from the stage: nobody vouches for it, and anyone could have written where
 * keys and documents go. Returns the address of its service, to be shown; null when it names none
 * or equals the connection in force.
 */
export function leaveOutConnection(stage: string, dataFolder: string): string | null {
  const [foreign, own] = [join(stage, fileName), join(dataFolder, fileName)];
  if (!existsSync(foreign)) return null;
  const isOwn = existsSync(own) && readFileSync(own).equals(readFileSync(foreign));
  const named = isOwn ? null : addressOf(readConnection(foreign));
  rmSync(foreign);
  return named;
}

/** Whether the vault here proves the connection in the stage: a history set aside comes back. */
export async function isOwnConnection(stage: string, vault: Vault): Promise<boolean> {
  const staged = readConnection(join(stage, fileName));
  return staged !== null && (await isProven(vault, staged).catch(() => false));
}

/** Whether a connection beyond this machine is set here, to which real keys may belong. */
export function hasRealConnection(dataFolder: string): boolean {
  const connections = readConnection(join(dataFolder, fileName))?.connections ?? [];
  return connections.some(({ id }) => kindOf(id) !== 'sandbox');
}

/** The address as a browser writes it, so that no letter imitates another. */
function addressOf(connection: ConnectionFile | null): string | null {
  if (connection === null) return null;
  const { active, connections } = connection;
  const foreign = connections.filter(({ own }) => !own);
  const slot = foreign.find(({ id }) => id === active) ?? foreign[0];
  return slot && URL.canParse(slot.baseUrl) ? new URL(slot.baseUrl).href.slice(0, 200) : null;
}

const readConnection = (path: string): ConnectionFile | null =>
  readJson(path, connectionFileSchema);
