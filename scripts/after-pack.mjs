import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses, pathToFuseFile } from '@electron/fuses';
import { findFuseFaults, requiredFuses } from './read-fuses.mjs';

/** The packed program with the fuses, by electron-builder's name on each system. */
function packedProgram({ appOutDir, electronPlatformName, packager }) {
  const name = packager.appInfo.productFilename;
  if (electronPlatformName === 'darwin') return join(appOutDir, `${name}.app`);
  if (electronPlatformName === 'win32') return join(appOutDir, `${name}.exe`);
  return join(appOutDir, packager.executableName);
}

/** `runAsNode` is `RunAsNode` in the fuse tool. */
function toFuseConfig() {
  const entries = Object.entries(requiredFuses).map(([name, state]) => {
    const option = FuseV1Options[name[0].toUpperCase() + name.slice(1)];
    if (option === undefined) throw new Error(`the fuse tool does not know ${name}`);
    return [option, state];
  });
  return Object.fromEntries(entries);
}

/** electron-builder gives the architecture as a number. */
const architectures = ['ia32', 'x64', 'armv7l', 'arm64', 'universal'];

/** The packing machine chooses the native part, so packing for another one must be noticed. */
function requireNativePart({ appOutDir, electronPlatformName, arch, packager }) {
  const folder = join(
    packager.getResourcesDir(appOutDir),
    'app.asar.unpacked',
    'node_modules',
    'better-sqlite3',
  );
  const name = `${electronPlatformName}-${architectures[arch]}.node`;
  if (existsSync(join(folder, 'prebuilds', name))) return;
  throw new Error(
    `better-sqlite3's ${name} is not in the package: pack for ${electronPlatformName} on that system`,
  );
}

async function setFuses(context) {
  const program = packedProgram(context);
  await flipFuses(program, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: context.electronPlatformName === 'darwin',
    ...toFuseConfig(),
  });
  const faults = findFuseFaults(await readFile(pathToFuseFile(program)));
  if (faults.length > 0) throw new Error(`fuses: ${faults.join('; ')}`);
}

/**
 * electron-builder's hook after packing and before signing: checks the native part, sets every
 * fuse, refuses a binary with an undecided fuse, and reads the wire back from the file.
 */
export default async function afterPack(context) {
  requireNativePart(context);
  await setFuses(context);
}
