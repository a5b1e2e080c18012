import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CommandLine } from './many-commands.ts';
import { type Ended, environmentFor } from './run-zubi.ts';

const script = fileURLToPath(new URL('./many-commands.ts', import.meta.url));

/** A command that hangs ends with its process; the next one gets another. */
const limitMs = 90_000;

let runner: ChildProcess | null = null;
let last: Promise<unknown> = Promise.resolve();

/** One process for the commands of all test files here; it ends with this one. */
function findRunner(): ChildProcess {
  if (runner?.connected) return runner;
  runner = fork(script, { execArgv: [], serialization: 'advanced' });
  runner.unref();
  runner.channel?.unref();
  return runner;
}

async function run(line: CommandLine): Promise<Ended> {
  const child = findRunner();
  const over = new AbortController();
  const late = AbortSignal.timeout(limitMs);
  const signal = AbortSignal.any([over.signal, late]);
  const answered = once(child, 'message', { signal });
  const died = once(child, 'exit', { signal });
  child.send(line);
  try {
    const [answer] = await Promise.race([answered, died]);
    if (answer === null || typeof answer !== 'object')
      throw new Error(`the process of the commands ended at ${line.args.join(' ')}: ${answer}`);
    return answer as Ended;
  } finally {
    for (const wait of [answered, died]) wait.catch(() => undefined);
    over.abort();
    if (late.aborted) child.kill('SIGKILL');
  }
}

/**
 * Runs a command line of `zubi` to its end, as `zubi` of `run-zubi.ts` does, but not in a process
 * of its own: for what a command says and does. One after the other.
 */
export function command(
  args: readonly string[],
  { input = '', env }: { input?: string | Uint8Array; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const line = { args, input, env: environmentFor(env) };
  const ended = last.then(() => run(line));
  last = ended.catch(() => undefined);
  return ended;
}
