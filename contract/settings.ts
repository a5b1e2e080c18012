import { z } from 'zod';
import { recoverySchema } from './backup.ts';
import { callErrorSchema } from './call-error.ts';
import { languages, usualMaxFileBytes } from './choices.ts';
import { environmentSchema } from './connection.ts';

export const languageSchema = z.enum(languages);

export const appearanceSchema = z.enum(['system', 'light', 'dark']);

export const densitySchema = z.enum(['compact', 'roomy']);
export type Density = z.infer<typeof densitySchema>;

/** A person's choices; every field has a default, so a file of an older version is valid. */
export const settingsSchema = z.object({
  language: languageSchema.default('es'),
  appearance: appearanceSchema.default('system'),
  /** Largest accepted document, in bytes. */
  maxFileBytes: z
    .number()
    .int()
    .min(1024)
    .max(256 * 1024 * 1024)
    .default(usualMaxFileBytes),
  /** Name of the intermediary, at the foot of the rail. */
  officeName: z.string().trim().max(120).default(''),
  /** The intermediary's logo on receipts: a small PNG in base64, or nothing. */
  officeLogo: z
    .string()
    .max(300_000)
    .regex(/^(iVBORw0KGgo[A-Za-z0-9+/]*={0,2})?$/)
    .default(''),
  /**
   * Whether the system announces a finished batch while the window is not in front. A browser needs
   * its own permission too.
   */
  notifyWhenDone: z.boolean().default(true),
  /** Rows of one line, or of two. */
  density: densitySchema.default('compact'),
  /**
   * Minutes without a call and without sending after which keys under a passphrase are locked; 0
   * for never. Keys that open by themselves are not locked.
   */
  lockAfterMinutes: z.number().int().min(0).max(1440).default(15),
  /** Whether an installed Zubi looks for newer versions by itself, and downloads them. */
  checkForUpdates: z.boolean().default(true),
});
export type Settings = z.infer<typeof settingsSchema>;

export const settingsInputSchema = z.object({
  language: languageSchema.optional(),
  appearance: appearanceSchema.optional(),
  maxFileBytes: settingsSchema.shape.maxFileBytes.unwrap().optional(),
  officeName: settingsSchema.shape.officeName.unwrap().optional(),
  officeLogo: settingsSchema.shape.officeLogo.unwrap().optional(),
  notifyWhenDone: z.boolean().optional(),
  density: densitySchema.optional(),
  lockAfterMinutes: settingsSchema.shape.lockAfterMinutes.unwrap().optional(),
  checkForUpdates: z.boolean().optional(),
});

/**
 * How the keys are kept: `session` in memory only, `key_file` a key beside them that only this user
 * may read.
 */
export const protectionSchema = z.object({
  backend: z.enum(['os_keychain', 'keyring', 'passphrase', 'key_file', 'session']),
  /** False when a reader of the disk can read the keys, or when they are not stored at all. */
  protects: z.boolean(),
  /** True while the keys need a passphrase. */
  locked: z.boolean(),
});
export type Protection = z.infer<typeof protectionSchema>;

/** Data of the header and the rail. */
export const statusSchema = z.object({
  version: z.string(),
  face: z.enum(['desktop', 'browser', 'command_line']),
  environment: environmentSchema,
  /** Of the connection in force; null when there is none. */
  connectionName: z.string().nullable(),
  /** `untested` until a call was made in this run. */
  connection: z.enum(['none', 'untested', 'connected', 'failing']),
  /** When the service in force was last reached, also before this run; null when never. */
  lastContactAt: z.iso.datetime().nullable(),
  queued: z.number().int(),
  sending: z.number().int(),
  /**
   * Submissions that wait for a person (unknown, rejected, partly accepted, not delivered); of each
   * state up to 1,000.
   */
  needsAttention: z.number().int(),
  protection: protectionSchema,
  /** Problems found when the application opened: damaged settings, keys that do not open. */
  faults: z.array(callErrorSchema),
  /** False when another running Zubi holds this data folder: then this one only reads. */
  ownsDataFolder: z.boolean(),
  /** Only while the history cannot be used. */
  recovery: recoverySchema.optional(),
});
export type Status = z.infer<typeof statusSchema>;
