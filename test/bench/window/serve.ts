import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { stateFolderOf } from '../../fixtures/state-folder.ts';

const zubi = fileURLToPath(new URL('../../../scripts/zubi.mjs', import.meta.url));

/**
 * Starts `zubi serve` on a data folder, with arguments for Node and variables of the environment.
 */
export function spawnServing(
  dataFolder: string,
  {
    node = [],
    args = [],
    env = {},
  }: { node?: string[]; args?: string[]; env?: NodeJS.ProcessEnv } = {},
): ChildProcess {
  const all = [...node, zubi, 'serve', '--no-open', '--port', '0', '--data', dataFolder, ...args];
  return spawn(process.execPath, all, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ZUBI_STATE: stateFolderOf(dataFolder), ...env },
  });
}

/** The printed address. */
export async function firstAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('http://127.0.0.1:')) return line;
  }
  throw new Error('the application ended before it was ready');
}

/** The path of a Chromium. */
export function findChromium(): string {
  const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'];
  const found = places.find((place) => place !== undefined && existsSync(place));
  if (found === undefined) throw new Error('No Chromium found: set CHROMIUM_PATH');
  return found;
}
