import type { ZubiError } from '../../../contract/errors.ts';
import { settingsSchema } from '../../../contract/settings.ts';
import type { UpdateStatus } from '../../../contract/update.ts';
import type { UpdateSource, VerifiedUpdate } from '../../../main/features/updates/source.ts';
import { Updates } from '../../../main/features/updates/updates.ts';
import { makeFolder, type Publisher } from './publisher.ts';

export const pace = { firstMs: 3600_000, everyMs: 3600_000, stallMs: 20_000 };
export const version = '0.0.9';

export interface Installed {
  readonly source: UpdateSource;
  readonly folder: string;
  readonly handed: VerifiedUpdate[];
  /** How often Zubi was told to close for the installer. */
  readonly left: () => number;
}

export function install(publisher: Publisher, change: Partial<UpdateSource> = {}): Installed {
  const folder = makeFolder();
  const handed: VerifiedUpdate[] = [];
  let left = 0;
  const source: UpdateSource = {
    trust: { publicKey: publisher.publicKey, manifestUrl: publisher.url },
    isForbidden: false,
    target: { platform: 'linux', arch: 'x64', kind: 'AppImage' },
    folder,
    fetch,
    prepare: async (file) => void handed.push(file),
    leave() {
      left += 1;
    },
    ...change,
  };
  return { folder, handed, source, left: () => left };
}

/** The updates of that installation, without a history. */
export function open(
  { source }: { readonly source: UpdateSource | null },
  { stallMs = pace.stallMs, countMoving = async () => 0, clock = () => new Date() } = {},
) {
  const dataFolder = makeFolder();
  const settings = settingsSchema.parse({});
  const quiet = () => undefined;
  const core = {
    dataFolder,
    clock,
    emit: quiet,
    settings: {
      read: () => settings,
      write: quiet,
      faults: () => ({ 'settings.json': null, 'preferences.json': null }),
    },
    log: { info: quiet, warn: quiet, error: quiet },
  };
  const updates = new Updates(core, { source, version, pace: { ...pace, stallMs }, countMoving });
  return { updates, dataFolder, settings };
}

export async function check(updates: Updates): Promise<UpdateStatus> {
  await updates.check();
  await updates.idle();
  return updates.status;
}

export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: ZubiError) => error.code,
  );
