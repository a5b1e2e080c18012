import { z } from 'zod';
import { newPassphraseSchema, passphraseSchema } from '../passphrase.ts';
import {
  protectionSchema,
  settingsInputSchema,
  settingsSchema,
  statusSchema,
} from '../settings.ts';
import { command, nothing, query } from './kinds.ts';

/** The application itself: its status, settings and how it keeps keys. */
export const settingsMethods = {
  'app.status': query(nothing, statusSchema),

  'settings.get': query(nothing, settingsSchema),
  'settings.set': command(settingsInputSchema, settingsSchema),

  /**
   * Seals the keys with a passphrase from now on (when the system offers no keychain), or unlocks
   * them.
   */
  'secrets.protect': command(
    z.object({
      passphrase: newPassphraseSchema,
      /** The current passphrase, if there is one: a change asks for it. */
      current: passphraseSchema.optional(),
    }),
    protectionSchema,
  ),
  /**
   * Stores the keys without a passphrase from now on: in the system's keychain, or with a key file.
   * Error: `secrets_unprotected` when the system offers neither.
   */
  'secrets.unprotect': command(z.object({ passphrase: passphraseSchema }), protectionSchema),
  'secrets.unlock': command(z.object({ passphrase: passphraseSchema }), protectionSchema),
  /** Forgets the passphrase until `secrets.unlock`; no effect on keys without a passphrase. */
  'secrets.lock': command(nothing, protectionSchema),
  /**
   * Goes on without the locked keys, whose passphrase is lost: their file stays under another name.
   * No effect on keys that are open.
   */
  'secrets.setAside': command(nothing, protectionSchema),
} as const;
