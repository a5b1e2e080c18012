// Installs libxmljs2 for the pinned Node: `node test/conformance/libxmljs2/install.mjs`. It is
// compiled with the headers of exactly that Node: those beside it where npm left them (a later `npm
// install` of the application clears them away), else those of the same version's platform package,
// fetched into this folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, '..', '..', '..', 'node_modules');
const isWindows = process.platform === 'win32';
const pinnedFolder = join(modules, 'node', 'bin');
const pinnedNode = join(pinnedFolder, isWindows ? 'node.exe' : 'node');
const platformPackage = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;

/** Runs npm in this folder with the pinned Node first on the path. Returns whether it went well. */
function npm(parameters, environment = {}) {
  const { status, error } = spawnSync(
    'npm',
    [...parameters, '--no-audit', '--no-fund', '--no-package-lock'],
    {
      cwd: here,
      stdio: 'inherit',
      shell: isWindows,
      env: {
        ...process.env,
        PATH: [pinnedFolder, process.env.PATH].join(delimiter),
        ...environment,
      },
    },
  );
  if (error !== undefined) console.error(error.message);
  return status === 0;
}

/** Folder with `include/node` of the pinned Node, or undefined. */
function headersFolder() {
  const folders = [join(modules, 'node', 'node_modules'), modules, join(here, 'node_modules')];
  return folders
    .map((folder) => join(folder, platformPackage))
    .find((folder) => existsSync(join(folder, 'include', 'node', 'node.h')));
}

function install() {
  if (!existsSync(pinnedNode)) return 'the pinned Node is not there: run npm ci first';
  const version = execFileSync(pinnedNode, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  const wanted = [`libxmljs2@${dependencies.libxmljs2}`];
  if (headersFolder() === undefined) wanted.push(`${platformPackage}@${version}`);
  if (!npm(['install', '--no-save', '--ignore-scripts', ...wanted]))
    return 'npm could not fetch it';
  const nodedir = headersFolder();
  if (nodedir === undefined) return `no headers of Node ${version} found`;
  const isBuilt = npm(['rebuild', 'libxmljs2'], {
    npm_config_nodedir: nodedir,
    npm_config_build_from_source: 'true',
    npm_config_ignore_scripts: 'false',
  });
  return isBuilt ? null : 'it did not compile';
}

const obstacle = install();
console.log(
  obstacle === null
    ? 'libxmljs2 is installed.'
    : `libxmljs2 is not installed: ${obstacle}. The conformance test goes on without it.`,
);
process.exitCode = obstacle === null ? 0 : 1;
