import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program behind `zubi`. */
export const zubiScript = fileURLToPath(new URL('../../../scripts/zubi.mjs', import.meta.url));

export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running `zubi`. */
export interface Running {
  readonly pid: number;
  /**
   * Resolves with the first whole line of standard output; rejects when the process ends without
   * one.
   */
  firstLine(): Promise<string>;
  /** Stops reading its output. */
  /** Its standard error so far. */
  complaints(): string;
  closeOutput(): void;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

interface StartOptions {
  readonly input?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  /** Another Node than the one of the tests. */
  readonly node?: string;
}

/** The environment of a command: in Spanish, unless `more` says otherwise. */
export function environmentFor(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { ZUBI_DATA: _, ...inherited } = process.env;
  return { ...inherited, LC_ALL: 'es_ES.UTF-8', ...more };
}

/** Starts `zubi` as a process of its own. */
export function startZubi(
  args: readonly string[],
  { input, env, node = process.execPath }: StartOptions = {},
): Running {
  const child = spawn(node, [zubiScript, ...args], { env: environmentFor(env) });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const lineWaiters: (() => void)[] = [];
  child.stdout.on('data', (chunk: Buffer) => {
    out.push(chunk);
    for (const tell of lineWaiters) tell();
  });
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString('utf8');
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, stdout: text(out), stderr: text(err) }));
  });
  return {
    pid: child.pid ?? 0,
    ended,
    complaints: () => text(err),
    closeOutput: () => void child.stdout.destroy(),
    kill: (signal) => void child.kill(signal),
    firstLine: () =>
      new Promise((resolve, reject) => {
        const look = () => {
          const [line, rest] = text(out).split('\n', 2);
          if (line !== undefined && rest !== undefined) resolve(line);
        };
        lineWaiters.push(look);
        look();
        void ended.then(({ stderr }) => reject(new Error(`zubi ended without a line: ${stderr}`)));
      }),
  };
}

/** Runs `zubi` to its end. */
export function zubi(args: readonly string[], options: StartOptions = {}): Promise<Ended> {
  return startZubi(args, options).ended;
}

/** Makes a folder of the test's own; `remove` takes it away. */
export async function makeFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'zubi-cli-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
