import { Readable } from 'node:stream';
import { runCli } from '../../../main/hosts/cli/main.ts';

/*
 * Runs command lines one after the other, each as `zubi` runs it in a process of its own: loading
 * the program takes longer than most commands. Ends with the process that asks (`run-command.ts`).
 */

/** A command line, with its whole standard input and its whole environment. */
export interface CommandLine {
  readonly args: readonly string[];
  readonly input: string | Uint8Array;
  readonly env: NodeJS.ProcessEnv;
}

/** Keeps what is written instead of the output itself, until it is taken. */
function keepOutput(name: 'stdout' | 'stderr'): () => string {
  let written = '';
  // Each command listens for errors of both.
  process[name].setMaxListeners(0);
  process[name].write = (text: string | Uint8Array, ...more: unknown[]) => {
    written += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
    const done = more.at(-1);
    if (typeof done === 'function') setImmediate(() => done());
    return true;
  };
  return () => {
    const taken = written;
    written = '';
    return taken;
  };
}

function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
}

const [takeStdout, takeStderr] = [keepOutput('stdout'), keepOutput('stderr')];

process.on('message', async ({ args, input, env }: CommandLine) => {
  setEnvironment(env);
  const stdin = Readable.from(input.length === 0 ? [] : [Buffer.from(input)]);
  Object.defineProperty(process, 'stdin', { configurable: true, value: stdin });
  const exitCode = await runCli(args);
  process.send?.({ exitCode, stdout: takeStdout(), stderr: takeStderr() });
});
process.on('disconnect', () => process.exit());
