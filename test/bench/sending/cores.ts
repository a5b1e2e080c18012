import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The machine's cores, half of them for each side: `0` and `1` of two. Null where processes cannot be bound to cores (one core, or no `taskset`, which is Linux's). */
export function halveCores(): { readonly client: string; readonly service: string } | null {
  const cores = availableParallelism();
  if (cores < 2 || spawnSync('taskset', ['--version']).status !== 0) return null;
  const half = Math.floor(cores / 2);
  return { client: `0-${half - 1}`, service: `${half}-${cores - 1}` };
}

/** Binds all threads of a process, and those that they start, to cores in `taskset`'s list form. */
export function bindTo(cores: string, pid: number): void {
  const { status, stderr } = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]);
  if (status !== 0) throw new Error(`taskset ended with ${status}: ${String(stderr)}`);
}

export const allCores = (): string => `0-${availableParallelism() - 1}`;
