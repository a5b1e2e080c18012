import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { say } from './checkout.mjs';

/*
 * Reads the fuses of a packed Electron binary: `node scripts/read-fuses.mjs FILE` prints them and
 * ends with 1 when one is wrong. On macOS FILE is `Zubi.app/Contents/Frameworks/Electron
 * Framework.framework/Electron Framework`.
 */

/**
 * The mark before the fuses in Electron's binaries: version, count, one character each (Electron's
 * documentation, "fuses").
 */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const states = { 48: false, 49: true, 114: 'removed', 144: 'inherit' };

/** The fuses in the order of the wire, and their required values in a packed Zubi. */
export const requiredFuses = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
  wasmTrapHandlers: true,
};

/** The wires in a binary's bytes: one, or one for each half of a universal macOS binary. */
export function findFuseWires(binary) {
  const wires = [];
  for (let at = binary.indexOf(sentinel); at >= 0; at = binary.indexOf(sentinel, at + 1)) {
    const start = at + sentinel.length;
    const version = binary[start];
    const count = binary[start + 1] ?? 0;
    const bytes = binary.subarray(start + 2, start + 2 + count);
    if (bytes.length < count) throw new Error('the fuse wire is cut off');
    wires.push({ version, fuses: [...bytes].map((byte) => states[byte] ?? 'unknown') });
  }
  return wires;
}

/** The faults of a binary's fuses, as lines; empty when all are right. */
export function findFuseFaults(binary) {
  const names = Object.keys(requiredFuses);
  const wires = findFuseWires(binary);
  if (wires.length === 0) return ['no fuse wire was found'];
  return wires.flatMap(({ version, fuses }) => {
    if (version !== 1) return [`the fuse wire has version ${version}, 1 is known`];
    if (fuses.length !== names.length)
      return [`the binary has ${fuses.length} fuses, ${names.length} are decided`];
    return names
      .filter((name, index) => fuses[index] !== requiredFuses[name])
      .map((name) => `${name} is ${fuses[names.indexOf(name)]}, must be ${requiredFuses[name]}`);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const binary = await readFile(process.argv[2] ?? '');
  const faults = findFuseFaults(binary);
  for (const line of faults.length > 0 ? faults : ['all fuses are as they must be']) say(line);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
