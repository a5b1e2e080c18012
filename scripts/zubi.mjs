#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { passSignals, pinnedNode, root, say, signalExitCode, whenNpmEnds } from './checkout.mjs';

/*
 * `zubi`: the command line. It needs Node 24; an older one starts it again on the checkout's pinned
 * Node, with the same arguments, input, output and exit code. A checkout runs the sources, a
 * package the built files.
 */

const sourceEntry = join(root, 'main', 'hosts', 'cli', 'main.ts');
const isCheckout = existsSync(sourceEntry);

function runsHere() {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= 24 || !existsSync(pinnedNode);
}

/**
 * The subcommand among the arguments: the first word that is neither an option nor the value of
 * one.
 */
function subcommand(args) {
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index];
    if (word === '--data' || word === '--lang') index += 1;
    else if (!word.startsWith('-')) return word;
  }
  return null;
}

function runOnPinned() {
  const child = spawn(pinnedNode, process.argv.slice(1), { stdio: 'inherit' });
  delete process.env.ZUBI_PASSPHRASE;
  passSignals(child);
  child.on('error', (error) => {
    say(`the pinned Node does not start: ${error.message}`);
    process.exitCode = 2;
  });
  child.on('close', (code, signal) => {
    process.exit(code ?? signalExitCode(signal));
  });
}

/** Child processes get no passphrase; the command itself takes it when it opens the keys. */
async function withoutPassphrase(work) {
  const { ZUBI_PASSPHRASE: passphrase } = process.env;
  delete process.env.ZUBI_PASSPHRASE;
  await work();
  if (passphrase !== undefined) process.env.ZUBI_PASSPHRASE = passphrase;
}

async function runHere() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (isCheckout && (major < 22 || (major === 22 && minor < 18))) {
    say(
      `Node 24 is needed and this is ${process.version}: run "npm ci" first, it brings one along`,
    );
    process.exitCode = 2;
    return;
  }
  const isOpenAllDay = subcommand(process.argv.slice(2)) === 'serve';
  if (isCheckout) nodeModule.enableCompileCache?.(join(root, 'node_modules', '.cache', 'zubi'));
  if (isCheckout && isOpenAllDay) {
    const { build } = await import('./build.mjs');
    await withoutPassphrase(() => build(['renderer'], { ifStale: true }));
  }
  const entry = isCheckout ? sourceEntry : join(root, 'dist', 'main', 'hosts', 'cli', 'main.js');
  whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'));
  const { runCli } = await import(pathToFileURL(entry).href);
  process.exitCode = await runCli(process.argv.slice(2));
  // Everything is written and closed by now; the maximum wait for whatever still holds the process.
  setTimeout(() => process.exit(), 5000).unref();
}

if (runsHere()) {
  await runHere().catch((error) => {
    say(error.message);
    process.exitCode = 2;
  });
} else {
  runOnPinned();
}
