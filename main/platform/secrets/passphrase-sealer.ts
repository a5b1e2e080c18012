import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ZubiError } from '../../../contract/errors.ts';
import { type Derivation, deriveKey, scryptCost } from './derive-key.ts';
import { openBox, sealBox } from './sealed-box.ts';
import type { Sealer } from './sealer.ts';
import { Secret, wiped } from './secret.ts';
import { unreadable } from './vault-error.ts';

const context = 'zubi passphrase 1';
const sealedKeySchema = z.object({
  kdf: z.literal('scrypt'),
  // Bounded, so that a foreign file can neither weaken the passphrase nor exhaust the machine.
  n: z
    .number()
    .int()
    .min(scryptCost.n)
    .max(2 ** 20)
    .refine((n) => Number.isInteger(Math.log2(n))),
  r: z.literal(scryptCost.r),
  p: z.number().int().min(1).max(4),
  salt: z.base64().min(24),
  box: z.base64(),
});

/**
 * Seals with a passphrase that the person gives in every run, or the environment; null while there
 * is none. It never comes from the command line, where other users see it.
 */
export function createPassphraseSealer(given: Secret | null): Sealer {
  let passphrase = given;
  return {
    backend: 'passphrase',
    protects: true,
    keeps: true,
    available: async () => passphrase !== null,
    sealKey: async (key) => {
      const derivation = { ...scryptCost, salt: randomBytes(16).toString('base64') };
      using outer = wiped(await derive(passphrase, derivation));
      const box = sealBox(outer, key, context);
      return JSON.stringify({ kdf: 'scrypt', ...derivation, box });
    },
    openKey: async (sealed) => {
      const parts = parseSealedKey(sealed);
      using outer = wiped(await derive(passphrase, parts));
      try {
        return { key: openBox(outer, parts.box, context), stale: false };
      } catch {
        throw new ZubiError('wrong_passphrase');
      }
    },
    lock: () => {
      passphrase?.wipe();
      passphrase = null;
    },
  };
}

/** Like `createPassphraseSealer`, with a copy of the passphrase: the caller may wipe its own. */
export function createOwnPassphraseSealer(passphrase: Secret): Sealer {
  using bytes = passphrase.revealBytes();
  return createPassphraseSealer(new Secret(bytes));
}

/**
 * The passphrase of `ZUBI_PASSPHRASE`, removed from the environment so that no child process
 * inherits it.
 */
export function takePassphrase(environment: NodeJS.ProcessEnv): Secret | null {
  const passphrase = environment.ZUBI_PASSPHRASE;
  delete environment.ZUBI_PASSPHRASE;
  return passphrase === undefined || passphrase === '' ? null : new Secret(passphrase);
}

async function derive(passphrase: Secret | null, derivation: Derivation): Promise<Buffer> {
  if (passphrase === null) throw new ZubiError('secrets_locked');
  return deriveKey(passphrase, derivation);
}

function parseSealedKey(sealed: string): z.infer<typeof sealedKeySchema> {
  try {
    return sealedKeySchema.parse(JSON.parse(sealed));
  } catch {
    throw unreadable('decrypt');
  }
}
