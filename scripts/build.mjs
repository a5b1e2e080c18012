import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runOnPinnedNode, say } from './checkout.mjs';
import { isFresh, markFresh, replaceFolder } from './freshness.mjs';

/*
 * Makes `dist/`: the window (Vite), the core, contract, sandbox and locales as JavaScript
 * (TypeScript), the guide as pages, the desktop's bridge as one CommonJS file. `--renderer` makes
 * the window alone; `--if-stale` only changed parts.
 */

const sourceFolders = ['contract', 'locales', 'main', 'sandbox'];
const tool = (...path) => join(root, 'node_modules', ...path);

/**
 * Always for production: from a test, React would be built with its development half and the paths
 * of this checkout.
 */
async function runTool(what, args) {
  const code = await runOnPinnedNode(args, { quiet: true, env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new Error(`${what} failed`);
}

async function buildRenderer() {
  const staging = join(root, '.build', `renderer-${process.pid}`);
  const args = [
    tool('vite', 'bin', 'vite.js'),
    'build',
    '--config',
    'vite.config.ts',
    '--outDir',
    staging,
    '--emptyOutDir',
  ];
  try {
    await runTool('building the window', [...args, '--logLevel', 'warn']);
    replaceFolder(staging, join(root, 'dist', 'renderer'));
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Files that the code reads and TypeScript does not write: locales, service profiles, samples. */
function copyData(folder) {
  const isData = (path) =>
    !/\.(?:ts|tsx|md)$|^tsconfig.*\.json$|^vite\.config/.test(basename(path));
  cpSync(join(root, folder), join(root, 'dist', folder), { recursive: true, filter: isData });
}

async function buildCore() {
  for (const folder of sourceFolders)
    rmSync(join(root, 'dist', folder), { recursive: true, force: true });
  await runTool('compiling', [
    tool('typescript', 'bin', 'tsc'),
    '-p',
    'scripts/tsconfig.build.json',
  ]);
  for (const folder of sourceFolders) copyData(folder);
  // Its library takes time to load, and the window alone needs no guide.
  const { makeGuide } = await import('./make-guide.mjs');
  makeGuide(join(root, 'dist', 'guide'));
  // The publisher's key and address (docs/releasing.md); without them updates are off.
  const trust = join(root, 'build', 'updates.json');
  const place = join(root, 'dist', 'main', 'hosts', 'desktop', 'updates.json');
  if (existsSync(trust)) cpSync(trust, place);
}

async function buildPreload() {
  const config = join(root, 'scripts', 'preload.vite.config.mjs');
  mkdirSync(join(root, 'dist', 'preload'), { recursive: true });
  await runTool('bundling the bridge', [
    tool('vite', 'bin', 'vite.js'),
    'build',
    '--config',
    config,
    '--logLevel',
    'warn',
  ]);
}

const parts = {
  renderer: {
    label: 'the window',
    inputs: [
      'renderer',
      'contract',
      'locales',
      'vite.config.ts',
      'scripts/build.mjs',
      'package-lock.json',
    ],
    output: join(root, 'dist', 'renderer', 'index.html'),
    build: buildRenderer,
  },
  core: {
    label: 'the core',
    inputs: [
      ...sourceFolders,
      'build',
      'docs/guide',
      'scripts/make-guide.mjs',
      'scripts/tsconfig.build.json',
      'tsconfig.base.json',
      'package-lock.json',
    ],
    output: join(root, 'dist', 'main', 'hosts', 'cli', 'main.js'),
    build: buildCore,
  },
  preload: {
    label: "the desktop's bridge",
    inputs: ['preload', 'contract', 'scripts/preload.vite.config.mjs', 'package-lock.json'],
    output: join(root, 'dist', 'preload', 'preload.cjs'),
    build: buildPreload,
  },
};

/**
 * Builds the named parts (`renderer`, `core`, `preload`), with `ifStale` only those with changed
 * sources.
 */
export async function build(names, { ifStale = false } = {}) {
  for (const name of names) {
    const part = parts[name];
    if (ifStale && existsSync(part.output) && isFresh(name, part.inputs)) continue;
    say(
      `building ${part.label} (${relative(root, join(root, 'dist', name === 'core' ? 'main' : name))})`,
    );
    const mark = markFresh(name, part.inputs);
    await part.build();
    mark();
  }
}

function removeForeign() {
  const dist = join(root, 'dist');
  if (!existsSync(dist)) return;
  const ours = new Set([...sourceFolders, 'guide', 'renderer', 'preload']);
  for (const entry of readdirSync(dist)) {
    if (!ours.has(entry)) rmSync(join(dist, entry), { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const flags = process.argv.slice(2);
  const named = Object.keys(parts).filter((name) => flags.includes(`--${name}`));
  try {
    if (named.length === 0) removeForeign();
    await build(named.length > 0 ? named : Object.keys(parts), {
      ifStale: flags.includes('--if-stale'),
    });
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
