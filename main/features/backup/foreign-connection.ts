import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ConnectionFile, connectionFileSchema } from '../connection/public.ts';

const fileName = 'connection.json';

/**
 * Takes the connection out of what is staged, because nobody vouches for it: anyone could have
 * written where keys and documents go. Gives back the address of another service than the one here,
 * to be shown; null where it names none, or the very connection that is here.
 */
export function leaveOutConnection(stage: string, dataFolder: string): string | null {
  const [foreign, own] = [join(stage, fileName), join(dataFolder, fileName)];
  if (!existsSync(foreign)) return null;
  const isOwn = existsSync(own) && readFileSync(own).equals(readFileSync(foreign));
  const named = isOwn ? null : addressOf(readConnection(foreign));
  rmSync(foreign);
  return named;
}

/** Whether an address is set here that real keys may belong to. */
export function hasRealConnection(dataFolder: string): boolean {
  return (readConnection(join(dataFolder, fileName))?.production ?? null) !== null;
}

/** As a browser would write it, so that no letter of it stands for another. */
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
