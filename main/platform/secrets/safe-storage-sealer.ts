import { Buffer } from 'node:buffer';
import { setTimeout } from 'node:timers/promises';
import { ZubiError } from '../../../contract/errors.ts';
import type { OpenedKey, Sealer } from './sealer.ts';
import { unreadable } from './vault-error.ts';

/**
 * The desktop's encrypted storage as the vault needs it; `main/hosts/desktop/` implements it with
 * the asynchronous calls.
 */
export interface SafeStoragePort {
  /** True as soon as any provider is ready, even one without protection. */
  isAvailable(): Promise<boolean>;
  /** The selected store on Linux, null on systems with one store only. Never rejects. */
  backend(): string | null;
  encrypt(text: string): Promise<Buffer>;
  decrypt(sealed: Buffer): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>;
}

/**
 * Chromium's mark of a text under that key, on Linux only; other systems use it for protected
 * texts.
 */
const hardCodedKeyMark = 'v10';
const timeoutMs = 60_000;
const probe = 'zubi';

/**
 * Keeps the vault's key in the system's keychain through the desktop host. A store without
 * protection counts as unavailable; then the session comes next, until the person chooses a
 * passphrase.
 */
export function createSafeStorageSealer(port: SafeStoragePort): Sealer {
  return {
    backend: 'os_keychain',
    protects: true,
    keeps: true,
    system: () => port.backend(),
    available: () => isProtecting(port).catch(() => false),
    sealKey: async (key) => {
      const sealed = await inTime(port.encrypt(key.toString('base64')));
      if (bearsHardCodedKey(port, sealed)) throw unreadable('unavailable');
      return sealed.toString('base64');
    },
    openKey: (sealed) => open(port, Buffer.from(sealed, 'base64')),
  };
}

async function isProtecting(port: SafeStoragePort): Promise<boolean> {
  if (!(await inTime(port.isAvailable()))) return false;
  // The answer above is also given for the hard-coded key: only a sealed text shows which key made
  // it.
  return !bearsHardCodedKey(port, await inTime(port.encrypt(probe)));
}

async function open(port: SafeStoragePort, sealed: Buffer): Promise<OpenedKey> {
  if (!(await inTime(port.isAvailable()).catch(() => false))) throw unreadable('unavailable');
  const { result, shouldReEncrypt } = await inTime(port.decrypt(sealed)).catch(toReason);
  const key = Buffer.from(result, 'base64');
  if (key.length !== 32) throw unreadable('decrypt');
  return { key, stale: shouldReEncrypt };
}

function bearsHardCodedKey(port: SafeStoragePort, sealed: Buffer): boolean {
  return port.backend() !== null && sealed.subarray(0, 3).toString('latin1') === hardCodedKeyMark;
}

/** A locked or starting keychain is not damaged: nothing may be replaced because of it. */
function toReason(error: unknown): never {
  if (error instanceof ZubiError) throw error;
  const isPassing = error instanceof Error && /temporar/i.test(error.message);
  throw unreadable(isPassing ? 'temporarily_unavailable' : 'decrypt');
}

/** A keychain that asks the person and gets no answer must not block the application for ever. */
async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const over = new AbortController();
  const late = setTimeout(timeoutMs, null, { ref: false, signal: over.signal });
  const tooLate = late.then(() => {
    throw unreadable('temporarily_unavailable');
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    over.abort();
  }
}
