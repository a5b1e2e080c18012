import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A process's calls to the system, in order: `flush` at its end, `write` at its beginning. */
export interface SystemCall {
  readonly kind: 'write' | 'flush';
  /** Path of the file, or the system's name of a pipe or a socket. */
  readonly file: string;
  /** The beginning of the written bytes, as `strace` spells it. */
  readonly text: string;
}

/** Whether calls can be watched here: Linux alone has `strace`, and a container may forbid it. */
export const canWatchCalls = tryStrace();

function tryStrace(): boolean {
  try {
    execFileSync('strace', ['-f', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    console.log('strace cannot be used on this machine: what reaches the disk is not counted');
    return false;
  }
}

/**
 * Runs a script with its arguments in a Node of its own to its end, and returns its writes and
 * flushes.
 */
export async function watchCalls(script: string, args: readonly string[]): Promise<SystemCall[]> {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-calls-'));
  const trace = join(folder, 'trace');
  try {
    const watched = 'trace=fsync,fdatasync,write,writev,pwrite64,pwritev,sendto,sendmsg';
    const node = [process.execPath, script, ...args];
    await promisify(execFile)('strace', [
      '-f',
      '-y',
      '-s',
      '64',
      '-e',
      watched,
      '-o',
      trace,
      ...node,
    ]);
    return readTrace(readFileSync(trace, 'latin1'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A call interrupted by another thread's is printed in two lines: the first has its file, the
 * second its end.
 */
function readTrace(trace: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const flushing = new Map<string, string>();
  for (const line of trace.split('\n')) {
    const [, thread = '', name = '', file = '', text = ''] =
      /^(\d+) +(\w+)\(\d+<([^>]*)>(.*)$/.exec(line) ?? [];
    const [, ending = ''] = /^(\d+) +<\.\.\. f(?:data)?sync resumed>\) += 0/.exec(line) ?? [];
    const flushed = flushing.get(ending);
    flushing.delete(ending);
    if (flushed !== undefined) calls.push({ kind: 'flush', file: flushed, text: '' });
    else if (!name.endsWith('sync')) calls.push({ kind: 'write', file, text });
    else if (/= 0$/.test(text)) calls.push({ kind: 'flush', file, text: '' });
    else flushing.set(thread, file);
  }
  return calls.filter(({ file }) => file !== '');
}
