import { createReadStream } from 'node:fs';
import { ZubiError } from '../../../contract/errors.ts';
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

/**
 * The text of a file or pipe; `-` is standard input. Throws `too_large`, also for a device that
 * never ends.
 */
export async function readText(path: string, limitBytes: number): Promise<string> {
  const bytes =
    path === '-'
      ? await readStdin(limitBytes)
      : await readUpTo(createReadStream(path), limitBytes + 1);
  if (bytes.length > limitBytes) throw new ZubiError('too_large', { limitBytes });
  // Not `toString`, which keeps the mark that Windows puts before a text.
  return new TextDecoder().decode(bytes);
}
