import { Buffer } from 'node:buffer';
import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { languages } from '../../../contract/choices.ts';
import { ZubiError } from '../../../contract/errors.ts';

const fileSchema = z.object({
  platform: z.string(),
  arch: z.string(),
  kind: z.enum(['nsis', 'zip', 'AppImage', 'deb', 'rpm']),
  /** Relative to the manifest's address, or absolute. */
  url: z.string().min(1).max(2000),
  /** Its name here: no path. */
  name: z.string().regex(/^[\w-][\w.-]{0,150}$/),
  sizeBytes: z.number().int().positive(),
  /** In base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});
export type UpdateFile = z.infer<typeof fileSchema>;

/** The kind of file that replaces an installation. */
export type UpdateTarget = Readonly<Pick<UpdateFile, 'platform' | 'arch' | 'kind'>>;

/** What a publisher signs; `scripts/sign-update.mjs` writes it. */
const manifestSchema = z.object({
  format: z.literal('zubi-update/1'),
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  /** After this the manifest is refused: an old one cannot be served for ever. */
  expires: z.iso.datetime(),
  /** The share of installations that get it, in percent. */
  rollout: z.number().min(0).max(100),
  notes: z.partialRecord(z.enum(languages), z.string().max(20_000)),
  files: z.array(fileSchema).max(100),
});
export type UpdateManifest = z.infer<typeof manifestSchema>;

/** The signed text as it is, and the signature over its UTF-8. */
const envelopeSchema = z.object({ signed: z.string(), signature: z.string() });

/**
 * Reads a manifest that the holder of the key has signed. Errors: `update_not_understood`,
 * `update_signature`, `update_expired`.
 */
export function readManifest(text: string, publicKey: string, now: Date): UpdateManifest {
  const { signed, signature } = parse(text, envelopeSchema);
  if (!isSigned(signed, signature, publicKey)) throw new ZubiError('update_signature');
  const manifest = parse(signed, manifestSchema);
  requireCurrent(manifest, now);
  return manifest;
}

/** Throws `update_expired`. */
export function requireCurrent({ expires }: Pick<UpdateManifest, 'expires'>, now: Date): void {
  if (new Date(expires) <= now) throw new ZubiError('update_expired', { expires });
}

function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    const der = Buffer.from(publicKey, 'base64');
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'ed25519') return false;
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

function parse<Value>(text: string, schema: z.ZodType<Value>): Value {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ZubiError('update_not_understood', {}, { cause });
  }
}

/** The facts about this installation that a manifest needs. */
interface Installation {
  readonly version: string;
  readonly target: UpdateTarget;
  /** Its place in the staged rollout: random, never changed, from 0 to below 100. */
  readonly share: number;
}

/**
 * What a manifest means here: nothing newer, newer but not yet for this installation, or the file
 * to download. Errors: `update_downgrade`, `update_not_for_here`.
 */
export function decide(
  { version, rollout, files }: UpdateManifest,
  { version: current, target, share }: Installation,
): 'current' | 'later' | UpdateFile {
  const order = compareVersions(version, current);
  if (order < 0) throw new ZubiError('update_downgrade', { version, current });
  if (order === 0) return 'current';
  if (share >= rollout) return 'later';
  const { platform, arch, kind } = target;
  const file = files.find(
    (each) => each.platform === platform && each.arch === arch && each.kind === kind,
  );
  if (file) return file;
  throw new ZubiError('update_not_for_here', { system: `${platform} ${arch} ${kind}` });
}

/** Below 0 where the first is older; the part after a `-` does not count. */
function compareVersions(one: string, other: string): number {
  const numbers = (version: string) => version.split('-')[0] ?? '';
  return numbers(one).localeCompare(numbers(other), 'en', { numeric: true });
}
