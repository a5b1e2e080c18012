import { Buffer } from 'node:buffer';
import { randomBytes, randomUUID } from 'node:crypto';
import type { KeyringPort } from './keyring-port.ts';
import type { OpenedKey, Sealer } from './sealer.ts';
import { unreadable } from './vault-error.ts';

/** A keychain that is not configured by name answers at once or does not exist. */
const probeTimeoutMs = 8_000;
/** Time for a person to type the keychain's password. */
const openTimeoutMs = 60_000;

/**
 * Keeps the vault's key in the system's keychain (macOS Keychain, Windows Credential Manager,
 * Secret Service on Linux), under a name from `secrets.json`. For the hosts other than the desktop.
 */
export function createKeyringSealer(port: KeyringPort): Sealer {
  let probed: Promise<boolean> | null = null;
  return {
    backend: 'keyring',
    protects: true,
    keeps: true,
    available: () => {
      probed ??= isWorking(port);
      return probed;
    },
    sealKey: async (key) => {
      const account = `vault-key-${randomUUID()}`;
      const value = key.toString('base64');
      await port.set(account, value, openTimeoutMs);
      // A keychain that accepts a key and does not return it would lose every secret at the end of
      // this run.
      if ((await port.get(account, openTimeoutMs)) !== value) throw unreadable('unavailable');
      return account;
    },
    openKey: (account) => open(port, account),
    forgetKey: (account) => port.delete(account, openTimeoutMs),
  };
}

async function open(port: KeyringPort, account: string): Promise<OpenedKey> {
  if (!port.isLikely()) throw unreadable('unavailable');
  const value = await port.get(account, openTimeoutMs).catch(() => {
    throw unreadable('temporarily_unavailable');
  });
  if (value === null) throw unreadable('missing');
  const key = Buffer.from(value, 'base64');
  if (key.length !== 32) throw unreadable('decrypt');
  return { key, stale: false };
}

/** Writes, reads and deletes a value: its mere presence does not mean that a keychain works. */
async function isWorking(port: KeyringPort): Promise<boolean> {
  if (!port.isLikely()) return false;
  const account = `probe-${randomUUID()}`;
  const value = randomBytes(16).toString('base64');
  try {
    await port.set(account, value, probeTimeoutMs);
    try {
      return (await port.get(account, probeTimeoutMs)) === value;
    } finally {
      await port.delete(account, probeTimeoutMs);
    }
  } catch {
    return false;
  }
}
