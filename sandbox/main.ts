import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from './server.ts';

/** The command's options. */
interface SandboxArguments {
  /** 0 takes a free port. */
  readonly port: number;
  /** Folder of the state; null for a temporary one. */
  readonly folder: string | null;
}

/** The command's outputs and signals. */
interface SandboxConsole {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
}

const usage = 'zubi sandbox [--port N] [--data DIR]';

/** Reads `[--port N] [--data DIR]`; throws a `TypeError` that says what is wrong. */
function readArguments(args: readonly string[]): SandboxArguments {
  const { values } = parseArgs({
    args: [...args],
    options: { port: { type: 'string', default: '0' }, data: { type: 'string' } },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) throw new TypeError(`--port: ${values.port}`);
  if (values.data?.trim() === '') throw new TypeError('--data: empty');
  return { port, folder: values.data ?? null };
}

/**
 * Runs the sandbox until a signal ends it: prints one JSON line `{"baseUrl","userApiKey"}` when
 * ready. Without a folder the state is temporary and removed at the end. Returns the exit code: 0
 * after a clean end, 2 for wrong arguments. Throws when it cannot start.
 */
export async function runSandbox(
  args: readonly string[],
  io: SandboxConsole,
  stop: AbortSignal,
): Promise<number> {
  let wanted: SandboxArguments;
  try {
    wanted = readArguments(args);
  } catch (error) {
    io.error(`${usage}\n${reasonOf(error)}`);
    return 2;
  }
  const folder = wanted.folder ?? mkdtempSync(join(tmpdir(), 'zubi-sandbox-'));
  try {
    return await serve({ port: wanted.port, folder }, io, stop);
  } finally {
    if (wanted.folder === null) rmSync(folder, { recursive: true, force: true });
  }
}

async function serve(
  wanted: { port: number; folder: string },
  io: SandboxConsole,
  stop: AbortSignal,
): Promise<number> {
  const onFailure = (error: unknown) => io.error(`sandbox: ${reasonOf(error)}`);
  const sandbox = await startSandbox({ ...wanted, onFailure });
  io.out(JSON.stringify({ baseUrl: sandbox.baseUrl, userApiKey: sandbox.userApiKey }));
  await new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    else stop.addEventListener('abort', () => resolve(), { once: true });
  });
  await sandbox.close();
  return 0;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (import.meta.main) {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const io: SandboxConsole = {
    out: (line) => console.log(line),
    error: (line) => console.error(line),
  };
  process.exitCode = await runSandbox(process.argv.slice(2), io, stop.signal).catch((error) => {
    io.error(reasonOf(error));
    return 2;
  });
}
