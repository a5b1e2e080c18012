import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Status } from '../../contract/settings.ts';
import type { App } from '../app-options.ts';
import { isNetworkFolder } from '../platform/db/network-folder.ts';
import { endAtCrashSignals } from '../platform/log/crash-signals.ts';
import type { SandboxHost } from '../platform/ports.ts';
import { keepHeapsSmall } from '../platform/workers/v8-memory-flags.ts';

/** The parts of this machine that decide where the data are. */
interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The person's home folder. */
  readonly home: string;
  /** The folder that relative paths start from. */
  readonly folder: string;
}

/** The machine as it is. */
export function readSurroundings(): Surroundings {
  return { platform: process.platform, env: process.env, home: homedir(), folder: process.cwd() };
}

/**
 * The data folder: the one given, else `ZUBI_DATA`, else the usual place of the system. Absolute.
 */
export function chooseDataFolder(given: string | null, surroundings: Surroundings): string {
  const named = given ?? (surroundings.env.ZUBI_DATA?.trim() ? surroundings.env.ZUBI_DATA : null);
  return named === null ? usualDataFolder(surroundings) : resolve(surroundings.folder, named);
}

function usualDataFolder({ platform, env, home }: Surroundings): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Zubi');
  if (platform === 'win32') {
    const roaming = env.APPDATA || join(home, 'AppData', 'Roaming');
    // An office may keep it on its server, where a history would be refused.
    return isNetworkFolder(roaming, platform)
      ? join(localFolder({ env, home }), 'Zubi', 'Data')
      : join(roaming, 'Zubi');
  }
  const shared = env.XDG_DATA_HOME;
  // The XDG specification says to ignore a relative one.
  return join(shared && isAbsolute(shared) ? shared : join(home, '.local', 'share'), 'zubi');
}

/**
 * The person's folder for programs' own state, outside any data folder: restoring a copy of a data
 * folder must not restore it too. `ZUBI_STATE`, else the usual place of the system. Absolute.
 */
export function chooseStateFolder({ platform, env, home, folder }: Surroundings): string {
  if (env.ZUBI_STATE) return resolve(folder, env.ZUBI_STATE);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Zubi State');
  if (platform === 'win32') return join(localFolder({ env, home }), 'Zubi', 'State');
  const shared = env.XDG_STATE_HOME;
  return join(shared && isAbsolute(shared) ? shared : join(home, '.local', 'state'), 'zubi');
}

/**
 * The folder of Chromium's caches: in the data folder, so that one folder is one Zubi. On Windows
 * it is under the local application data, because the usual data folder roams. `given` is the data
 * folder that was named, null for the usual one.
 */
export function chooseSessionFolder(
  windowFolder: string,
  given: string | null,
  { platform, env, home }: Surroundings,
): string {
  if (platform !== 'win32' || given !== null) return windowFolder;
  return join(localFolder({ env, home }), 'Zubi', 'Window');
}

/** Windows' folder for data that stay on this machine. */
function localFolder({ env, home }: Pick<Surroundings, 'env' | 'home'>): string {
  return env.LOCALAPPDATA || join(home, 'AppData', 'Local');
}

/**
 * The folder that holds package.json, xsd/ and the built window: above main/ in a checkout, above
 * dist/main/ in a package.
 */
export function applicationRoot(): string {
  return fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../..' : '../../..', import.meta.url),
  );
}

/** The application's version, from package.json. */
export function readVersion(): string {
  const manifest = readFileSync(join(applicationRoot(), 'package.json'), 'utf8');
  return String(JSON.parse(manifest).version);
}

/** Absolute path of the built window, or null when it has not been built. */
export function findRenderer(): string | null {
  const folder = join(applicationRoot(), 'dist', 'renderer');
  return existsSync(join(folder, 'index.html')) ? folder : null;
}

/** The sandbox in a thread of this process; its code is loaded when it starts. */
export function createSandboxHost(): SandboxHost {
  return {
    start: async (dataFolder) => {
      const { sandboxHost } = await import('../../sandbox/host.ts');
      return sandboxHost.start(dataFolder);
    },
  };
}

/** Opens the core for a host other than the desktop. Throws what `createApp` throws. */
export async function openApp(options: {
  readonly dataFolder: string;
  readonly face: Exclude<Status['face'], 'desktop'>;
}): Promise<App> {
  const [{ createApp }, { createLocalSealers }] = await Promise.all([
    import('../app.ts'),
    import('../platform/secrets/sealers.ts'),
  ]);
  // Not earlier: with small heaps, loading the modules takes a fifth longer.
  keepHeapsSmall();
  endAtCrashSignals();
  const { dataFolder } = options;
  const sealers = createLocalSealers({
    dataFolder,
    clock: () => new Date(),
    environment: process.env,
  });
  return createApp({
    ...options,
    stateFolder: chooseStateFolder(readSurroundings()),
    version: readVersion(),
    sandbox: createSandboxHost(),
    sealers,
  });
}
