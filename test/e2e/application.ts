import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { atEnd, keepEnd } from '../fixtures/lifetime.ts';
import { stateFolderOf } from '../fixtures/state-folder.ts';

const zubi = fileURLToPath(new URL('../../scripts/zubi.mjs', import.meta.url));

/** An application on a data folder of its own. */
export interface ClosableApplication {
  readonly dataFolder: string;
  /** Its address; valid once, within a minute. */
  readonly url: string;
  /** Ends it as Ctrl+C does and waits until it is gone. */
  stop(): Promise<void>;
  /** Starts it again on the same folder. */
  restart(): Promise<ClosableApplication>;
}

/** The application as a person runs it: `zubi serve` in a process of its own. */
export interface Application extends ClosableApplication {
  /** Pulls the plug, or ends it as a crash does (`SIGSEGV`). */
  kill(signal?: 'SIGKILL' | 'SIGSEGV'): Promise<void>;
  /** Its whole standard output and standard error. */
  output(): string;
  restart(): Promise<Application>;
}

/**
 * Starts the application; `sandbox` connects it to its own sandbox as `npm start` does on first
 * use, `env` is added to its environment.
 */
export async function startApplication(
  options: { dataFolder?: string; sandbox?: boolean; env?: NodeJS.ProcessEnv } = {},
  whenOver = keepEnd(),
): Promise<Application> {
  const dataFolder = options.dataFolder ?? newDataFolder();
  const args = ['serve', '--no-open', '--port', '0', '--data', dataFolder];
  if (options.sandbox ?? true) args.push('--sandbox');
  const child = spawn(process.execPath, [zubi, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ZUBI_STATE: stateFolderOf(dataFolder), ...options.env },
  });
  whenOver(() => void child.kill('SIGKILL'));
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => written.push(String(chunk)));
  const url = await firstAddress(child);
  const end = async (signal: 'SIGINT' | 'SIGKILL' | 'SIGSEGV') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    dataFolder,
    url,
    stop: () => end('SIGINT'),
    kill: (signal = 'SIGKILL') => end(signal),
    output: () => written.join(''),
    restart: async () => {
      await end('SIGINT');
      return startApplication({ ...options, dataFolder }, whenOver);
    },
  };
}

export function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-e2e-'));
  atEnd(() => {
    for (const each of [folder, stateFolderOf(folder)])
      rmSync(each, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

/**
 * The first line of standard output is the address; its error output is part of the error when none
 * comes.
 */
async function firstAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('the application has no output');
  const complaints: string[] = [];
  child.stderr.on('data', (chunk) => complaints.push(String(chunk)));
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('http://127.0.0.1:')) return line;
  }
  throw new Error(`the application ended before it was ready: ${complaints.join('')}`);
}
