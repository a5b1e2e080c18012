import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ConnectionFile, connectionFileSchema } from '../connection/public.ts';

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

/** Whether a production connection is set here, to which real keys may belong. */
export function hasRealConnection(dataFolder: string): boolean {
  return (readConnection(join(dataFolder, fileName))?.production ?? null) !== null;
}

/** The address as a browser writes it, so that no letter imitates another. */
function addressOf(connection: ConnectionFile | null): string | null {
  if (connection === null) return null;
  const slots = [connection.production, connection.sandbox];
  const slot = slots.find((each) => each !== null && !each.own);
  return slot && URL.canParse(slot.baseUrl) ? new URL(slot.baseUrl).href.slice(0, 200) : null;
}

function readConnection(path: string): ConnectionFile | null {
  try {
    return connectionFileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
