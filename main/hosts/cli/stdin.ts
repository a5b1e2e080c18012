import { WrongUsage } from './wrong-usage.ts';

/**
 * Standard input to its end, at most `limitBytes` plus one byte: enough to see that it is too
 * large.
 */
export async function readStdin(limitBytes: number): Promise<Buffer> {
  if (process.stdin.isTTY) throw new WrongUsage('usage.stdinIsTerminal');
  const chunks: Buffer[] = [];
  let held = 0;
  for await (const chunk of process.stdin) {
    const bytes = chunk as Buffer;
    chunks.push(bytes);
    held += bytes.byteLength;
    if (held > limitBytes) break;
  }
  return Buffer.concat(chunks, held).subarray(0, limitBytes + 1);
}
