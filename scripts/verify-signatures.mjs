import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { say } from './checkout.mjs';

/*
 * Whether the installers of a release are signed as this system requires: `node
 * scripts/verify-signatures.mjs FOLDER`. Linux has no such signature: there the signed manifest and
 * the provenance count.
 */

const folder = resolve(process.argv[2] ?? 'release');
const named = (ending) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('zubi-') && name.endsWith(ending))
    .map((name) => join(folder, name));

function check(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
}

function checkWindows(path) {
  const quoted = `'${path.replaceAll("'", "''")}'`;
  const script = `if ((Get-AuthenticodeSignature -LiteralPath ${quoted}).Status -ne 'Valid') { exit 1 }`;
  check('powershell', ['-NoProfile', '-Command', script]);
}

function checkMac(path) {
  check('codesign', ['--verify', '--deep', '--strict', '--verbose=2', path]);
  check('spctl', ['--assess', '--type', 'execute', '--verbose=2', path]);
  check('xcrun', ['stapler', 'validate', path]);
}

/** The applications in the disk images and archives. */
const applications = () => ['mac', 'mac-arm64'].map((name) => join(folder, name, 'Zubi.app'));

const checks = {
  win32: () => named('.exe').map((path) => [path, checkWindows]),
  darwin: () => applications().map((path) => [path, checkMac]),
  linux: () => [],
};
try {
  const wanted = checks[process.platform]();
  if (process.platform === 'win32' && wanted.length === 0) throw new Error(`nothing in ${folder}`);
  for (const [path, verify] of wanted) {
    verify(path);
    say(`signed: ${path}`);
  }
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
