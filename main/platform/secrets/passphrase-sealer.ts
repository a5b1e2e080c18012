import { Buffer } from 'node:buffer';
import { randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { ZubiError } from '../../../contract/errors.ts';
import { openBox, sealBox } from './sealed-box.ts';
import type { Sealer } from './sealer.ts';
import { Secret } from './secret.ts';

const context = 'zubi passphrase 1';
/**
 * OWASP's figure for scrypt: N = 2^17, r = 8, p = 1, which takes 128 MiB and some tenths of a
 * second a guess.
 */
const cost = { n: 2 ** 17, r: 8, p: 1 } as const;
const memoryBytes = 256 * 1024 * 1024;

const sealedKeySchema = z.object({
  kdf: z.literal('scrypt'),
  // Bounded, so that a file made by somebody else can neither weaken the passphrase nor exhaust the
  // machine.
  n: z
    .number()
    .int()
    .min(cost.n)
    .max(2 ** 20)
    .refine((n) => Number.isInteger(Math.log2(n))),
  r: z.literal(cost.r),
  p: z.number().int().min(1).max(4),
  salt: z.base64().min(24),
  box: z.base64(),
});

/**
 * Keeps the key under a passphrase that the person gives anew in every run, or that comes from the
 * environment; null while there is none. It is never taken from the command line, where other users
 * see it.
 */
export function createPassphraseSealer(given: Secret | null): Sealer {
  let passphrase = given;
  return {
    backend: 'passphrase',
    protects: true,
    keeps: true,
    system: () => null,
    available: async () => passphrase !== null,
    sealKey: async (key) => {
      const salt = randomBytes(16);
      const outer = await derive(passphrase, { ...cost, salt });
      const box = sealBox(outer, key, context);
      outer.fill(0);
      return JSON.stringify({ kdf: 'scrypt', ...cost, salt: salt.toString('base64'), box });
    },
    openKey: async (sealed) => {
      const parts = parseSealedKey(sealed);
      const outer = await derive(passphrase, { ...parts, salt: Buffer.from(parts.salt, 'base64') });
      try {
        return { key: openBox(outer, parts.box, context), stale: false };
      } catch {
        throw new ZubiError('wrong_passphrase');
      } finally {
        outer.fill(0);
      }
    },
    lock: () => {
      passphrase?.wipe();
      passphrase = null;
    },
    forgetKey: async () => undefined,
  };
}

/** As `createPassphraseSealer`, with a copy of the passphrase: the caller may wipe its own. */
export function createOwnPassphraseSealer(passphrase: Secret): Sealer {
  const bytes = passphrase.revealBytes();
  const own = Secret.from(bytes);
  bytes.fill(0);
  return createPassphraseSealer(own);
}

/**
 * The passphrase of `ZUBI_PASSPHRASE`, taken out of the environment so that no child process
 * inherits it.
 */
export function takePassphrase(environment: NodeJS.ProcessEnv): Secret | null {
  const passphrase = environment.ZUBI_PASSPHRASE;
  delete environment.ZUBI_PASSPHRASE;
  return passphrase === undefined || passphrase === '' ? null : Secret.from(passphrase);
}

interface Derivation {
  readonly n: number;
  readonly r: number;
  readonly p: number;
  readonly salt: Buffer;
}

function derive(passphrase: Secret | null, { n, r, p, salt }: Derivation): Promise<Buffer> {
  if (passphrase === null) throw new ZubiError('secrets_locked');
  // The same letters typed on another keyboard may arrive composed otherwise.
  const bytes = Buffer.from(passphrase.reveal().normalize('NFKC'));
  return new Promise((resolve, reject) => {
    scrypt(
      bytes,
      salt,
      32,
      { N: n, r, p, maxmem: memoryBytes * p * (n / cost.n) },
      (error, key) => {
        bytes.fill(0);
        if (error) reject(new ZubiError('secrets_unreadable', { reason: 'unavailable' }));
        else resolve(key);
      },
    );
  });
}

function parseSealedKey(sealed: string): z.infer<typeof sealedKeySchema> {
  try {
    return sealedKeySchema.parse(JSON.parse(sealed));
  } catch {
    throw new ZubiError('secrets_unreadable', { reason: 'decrypt' });
  }
}
