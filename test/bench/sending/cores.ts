import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Cores in the list form of `taskset`, as `0` or `0-3,6`. */
interface Cores {
  readonly all: string;
  readonly client: string;
  readonly service: string;
}

/**
 * The cores of this process, and half of them for each side; null where processes cannot be bound
 * to cores: one core, or no `taskset`, which is Linux's.
 */
export function halveCores(): Cores | null {
  if (process.platform !== 'linux' || spawnSync('taskset', ['--version']).status !== 0) return null;
  const all =
    /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  const cores = all.split(',').flatMap(each);
  const half = Math.floor(cores.length / 2);
  if (half === 0) return null;
  return { all, client: cores.slice(0, half).join(), service: cores.slice(half).join() };
}

function each(range: string): number[] {
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Binds all threads of a process, and those that they start, to these cores. */
export function bindTo(cores: string, pid: number): void {
  const { status, stderr } = spawnSync('taskset', [
    '--all-tasks',
    '--cpu-list',
    '--pid',
    cores,
    String(pid),
  ]);
  if (status !== 0) throw new Error(`taskset ended with ${status}: ${String(stderr)}`);
}
