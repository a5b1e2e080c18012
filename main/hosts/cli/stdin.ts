import { readUpTo } from '../../platform/files/read-whole.ts';
import { WrongUsage } from './wrong-usage.ts';

/**
 * Standard input to its end, at most `limitBytes` plus one byte: enough to see that it is too
 * large.
 */
export async function readStdin(limitBytes: number): Promise<Buffer> {
  if (process.stdin.isTTY) throw new WrongUsage('usage.stdinIsTerminal');
  return readUpTo(process.stdin, limitBytes + 1);
}
