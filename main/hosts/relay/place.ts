import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Longest path of a socket on every system. */
const maxSocketPath = 100;

/**
 * Where the process that owns a data folder listens for others of the same person: a socket in the
 * folder, a pipe on Windows. Null where the folder's path is too long for a socket.
 */
export function relayAddress(dataFolder: string): string | null {
  if (process.platform === 'win32') {
    const name = hash('sha256', dataFolder.toLowerCase());
    return `\\\\.\\pipe\\zubi-${name.slice(0, 32)}`;
  }
  const path = join(dataFolder, 'relay.sock');
  return Buffer.byteLength(path) > maxSocketPath ? null : path;
}

/** The file of the shared secret of both sides: only this person may read it. */
export const secretFile = (dataFolder: string): string => join(dataFolder, 'relay.key');

export const createSecret = (): string => randomBytes(32).toString('hex');

/** Null where no process has left one. */
export function readSecret(dataFolder: string): string | null {
  try {
    return readFileSync(secretFile(dataFolder), 'utf8');
  } catch {
    return null;
  }
}

/** A side's answer to the other's challenge. */
export function prove(secret: string, side: 'owner' | 'guest', challenge: string): string {
  return createHmac('sha256', secret).update(`${side} ${challenge}`).digest('hex');
}

export function isProof(given: unknown, expected: string): boolean {
  if (typeof given !== 'string' || given.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
