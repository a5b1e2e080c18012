import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The application's root, with package.json. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The binary of the registry's `node` package: every script and test runs on it. */
export const pinnedNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** The version of the pinned Node (`v24.1.0`), or null when it is missing or does not run. */
export function pinnedNodeVersion() {
  if (!existsSync(pinnedNode)) return null;
  const asked = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
  return asked.status === 0 ? asked.stdout.trim() : null;
}

/** Prints a script's own line, apart from its tools' output. */
export function say(line) {
  process.stderr.write(`zubi: ${line}\n`);
}

/** The environment for child processes: the pinned Node comes first on their PATH. */
export function environment(extra = {}) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const separator = process.platform === 'win32' ? ';' : ':';
  const bins = [dirname(pinnedNode), join(root, 'node_modules', '.bin')];
  const path = [...bins, process.env[name] ?? ''].join(separator);
  return { ...process.env, [name]: path, ...extra };
}

/**
 * Runs a JavaScript file on the pinned Node with our input and output, and returns its exit code.
 * Signals that end us end it too.
 */
export function runOnPinnedNode(args, { env = {}, quiet = false } = {}) {
  return runChild(pinnedNode, args, { env: environment(env), quiet });
}

/**
 * Runs a program to its end; with `quiet` its output shows only when it fails. Returns the exit
 * code.
 */
export async function runChild(command, args, options = {}) {
  const { code, signal } = await runToEnd(command, args, options);
  return code ?? signalExitCode(signal);
}

/** As `runChild`, but returns the exit code or the signal that ended the program. */
export function runToEnd(command, args, { env = process.env, quiet = false, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(command, args, { cwd, env, stdio });
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    const release = passSignals(child);
    child.on('error', (error) => {
      release();
      reject(error);
    });
    child.on('close', (code, signal) => {
      release();
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(output));
      resolve({ code, signal });
    });
  });
}

/**
 * Forwards our signals to a child. In a terminal Ctrl+C already reaches the whole group; there it
 * only must not end us before the child has closed its files. Returns the function that stops this.
 */
export function passSignals(child) {
  const crashes = process.platform === 'win32' ? [] : ['SIGABRT', 'SIGQUIT'];
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP', ...crashes].map((signal) => {
    const handler = () => {
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  const stopWatching = whenNpmEnds(() => child.kill('SIGTERM'));
  return () => {
    stopWatching();
    for (const off of handlers) off();
  };
}

/**
 * npm and npx start us through a shell and, when they are ended, end that shell and not us. Then
 * our parent changes, and we end too. Returns the function that stops watching.
 */
export function whenNpmEnds(end) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32')
    return () => undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 500);
  watch.unref();
  return () => clearInterval(watch);
}

/** The exit code of a program that a signal ended, as in a shell. */
export function signalExitCode(signal) {
  return 128 + (constants.signals[signal] ?? 0);
}
