import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { UpdateSource } from '../../features/updates/public.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { systemCode } from '../../platform/system-code.ts';

const policySchema = z.object({ updates: z.enum(['on', 'off']).default('on') });

/** The policy's place, where only an administrator can write. */
export function policyPath(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (platform === 'darwin') return '/Library/Application Support/Zubi/policy.json';
  if (platform === 'win32')
    return join(env.ProgramData || 'C:\\ProgramData', 'Zubi', 'policy.json');
  return '/etc/zubi/policy.json';
}

/** Whether a policy turns updates off. An unreadable one does. */
export function isForbidden(path: string): boolean {
  try {
    return policySchema.parse(JSON.parse(readFileSync(path, 'utf8'))).updates === 'off';
  } catch (error) {
    return systemCode(error) !== 'ENOENT';
  }
}

const trustSchema = z.object({
  publicKey: z.base64().min(1),
  manifestUrl: z.url({ protocol: /^https$/ }),
});

/** The publisher's key and address of this build; null where it had none. */
export function readTrust(applicationFolder: string): UpdateSource['trust'] {
  const path = join(applicationFolder, 'dist', 'main', 'hosts', 'desktop', 'updates.json');
  return readJson(path, trustSchema);
}

/**
 * The kind of installation, for its replacement. electron-builder writes .deb or .rpm into a file
 * beside the archive. Null for an unpacked folder, which is not replaced.
 */
export function findKind(
  platform: NodeJS.Platform,
  appImage: string | null,
  resources: string,
): UpdateSource['target']['kind'] | null {
  if (platform === 'win32') return 'nsis';
  if (platform === 'darwin') return 'zip';
  if (appImage !== null) return 'AppImage';
  try {
    const kind = readFileSync(join(resources, 'package-type'), 'utf8').trim();
    return kind === 'deb' || kind === 'rpm' ? kind : null;
  } catch {
    return null;
  }
}
