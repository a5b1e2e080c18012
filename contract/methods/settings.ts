import { z } from 'zod';
import { newPassphraseSchema } from '../passphrase.ts';
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
   * Keeps keys under a passphrase from now on (where the system offers no keychain), or opens them
   * with it.
   */
  'secrets.protect': command(z.object({ passphrase: newPassphraseSchema }), protectionSchema),
  'secrets.unlock': command(
    z.object({ passphrase: z.string().min(1).max(1024) }),
    protectionSchema,
  ),
  /** Forgets the passphrase until `secrets.unlock`; no effect on keys that open by themselves. */
  'secrets.lock': command(nothing, protectionSchema),
} as const;
