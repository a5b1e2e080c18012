import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeStandInElectron } from './stand-in-electron.ts';

/** The repository's root, absolute. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A program's output and exit. */
interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a JavaScript file on the Node that runs the test. */
function runNode(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const child = spawn(process.execPath, [...args], { cwd, env: { ...process.env, PATH, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.on('error', reject);
  child.on('close', (code) => resolve({ code, stdout, stderr }));
  return promise;
}

/** Builds the stale parts of `dist/`. Throws with the tool's output when a build fails. */
export async function build(): Promise<void> {
  const { code, stdout, stderr } = await runNode(['scripts/build.mjs', '--if-stale'], root);
  if (code !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`);
}

/** Packing has no network: any download would fail it. */
const withoutNetwork = {
  ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
  ELECTRON_MIRROR: 'http://127.0.0.1:9/',
  ELECTRON_BUILDER_BINARIES_MIRROR: 'http://127.0.0.1:9/',
  npm_config_offline: 'true',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
};

/**
 * Packs for Linux around a stand-in for Electron into `folder`/out, by the real
 * electron-builder.yml.
 */
export async function pack(folder: string, fuses?: string): Promise<Ended> {
  const manifest: { version: string } = JSON.parse(
    readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'),
  );
  makeStandInElectron(join(folder, 'electron'), manifest.version, fuses);
  const args = ['--linux', 'dir', `--${process.arch}`, '--publish', 'never'];
  const settings = [
    `-c.electronDist=${join(folder, 'electron')}`,
    `-c.directories.output=${join(folder, 'out')}`,
  ];
  return runNode(
    [join(root, 'node_modules/electron-builder/cli.js'), ...args, ...settings],
    root,
    withoutNetwork,
  );
}

/** The place of a Linux package by electron-builder. */
export function unpackedFolder(folder: string): string {
  return join(
    folder,
    'out',
    process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`,
  );
}
