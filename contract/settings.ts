import { z } from 'zod';
import { recoverySchema } from './backup.ts';
import { callErrorSchema } from './call-error.ts';
import { languages, usualMaxFileBytes } from './choices.ts';
import { environmentSchema } from './connection.ts';

export const languageSchema = z.enum(languages);

export const appearanceSchema = z.enum(['system', 'light', 'dark']);

export const densitySchema = z.enum(['compact', 'roomy']);
export type Density = z.infer<typeof densitySchema>;

/**
 * What a person chose; every field has a default, so a file of an older version is read as it is.
 */
export const settingsSchema = z.object({
  language: languageSchema.default('es'),
  appearance: appearanceSchema.default('system'),
  /** Largest document taken in, in bytes. */
  maxFileBytes: z
    .number()
    .int()
    .min(1024)
    .max(256 * 1024 * 1024)
    .default(usualMaxFileBytes),
  /** Name of the intermediary, shown at the foot of the rail. */
  officeName: z.string().trim().max(120).default(''),
  /** The intermediary's logo on receipts: a small PNG in base64, or nothing. */
  officeLogo: z
    .string()
    .max(300_000)
    .regex(/^(iVBORw0KGgo[A-Za-z0-9+/]*={0,2})?$/)
    .default(''),
  /**
   * Whether the system says that a batch has ended, while the window is not in front. In a browser
   * its permission is needed besides.
   */
  notifyWhenDone: z.boolean().default(true),
  /** Rows of one line, or of two. */
  density: densitySchema.default('compact'),
  /**
   * Minutes without a call, and with nothing on its way, after which keys under a passphrase are
   * locked; 0 for never. Keys that open by themselves are not locked.
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
 * How the keys are kept: `session` means in memory only, `key_file` a key beside them that only
 * this user may read.
 */
export const protectionSchema = z.object({
  backend: z.enum(['os_keychain', 'keyring', 'passphrase', 'key_file', 'session']),
  /** False where whoever reads the disk can read the keys, or where they are not kept at all. */
  protects: z.boolean(),
  /** True while a passphrase is wanted before keys can be read. */
  locked: z.boolean(),
});
export type Protection = z.infer<typeof protectionSchema>;

/** What the header and the rail show. */
export const statusSchema = z.object({
  version: z.string(),
  face: z.enum(['desktop', 'browser', 'command_line']),
  environment: environmentSchema,
  /** Of the connection in force; null where there is none. */
  connectionName: z.string().nullable(),
  /** `untested` until a call has been made in this run. */
  connection: z.enum(['none', 'untested', 'connected', 'failing']),
  /**
   * When the service in force was reached last, in this run or before it; null when it never was.
   */
  lastContactAt: z.iso.datetime().nullable(),
  queued: z.number().int(),
  sending: z.number().int(),
  /**
   * Submissions that wait for a person (without answer, rejected, partly accepted, not delivered)
   * and were not taken further since; of each state up to 1,000.
   */
  needsAttention: z.number().int(),
  protection: protectionSchema,
  /** What was found wrong when the application opened: damaged settings, keys that do not open. */
  faults: z.array(callErrorSchema),
  /** False when another running Zubi holds this data folder: then this one only reads. */
  ownsDataFolder: z.boolean(),
  /** Set only while the history cannot be used. */
  recovery: recoverySchema.optional(),
});
export type Status = z.infer<typeof statusSchema>;
