import { runSandbox } from '../../../sandbox/main.ts';
import { complain } from './output.ts';
import { untilEnded } from './until-ended.ts';

/**
 * Serves the sandbox until it is ended; without a folder its state is discarded at the end. Returns
 * the exit code.
 */
export function sandbox(options: { data: string | null; port: number }): Promise<number> {
  const stop = new AbortController();
  void untilEnded().then(() => stop.abort());
  const out = (line: string) => void process.stdout.write(`${line}\n`);
  const args = [
    '--port',
    String(options.port),
    ...(options.data === null ? [] : ['--data', options.data]),
  ];
  return runSandbox(args, { out, error: complain }, stop.signal);
}
