import { setFlagsFromString } from 'node:v8';

/**
 * Keeps this process small while a thousand files go through it. By default V8 lets garbage grow to
 * several times the memory in use; a host that stays open all day should not. Measured with a
 * thousand files: at most 170 MB above idle while they are sent instead of 530, in the same time.
 * An old heap that may grow by 20 percent instead of 60 takes 30 MB less, and a fifth more
 * processor time. Call it before the first thread starts: the main thread's young generation keeps
 * its size, other threads start with theirs.
 */
export function keepHeapsSmall(): void {
  for (const flag of ['--min-semi-space-size=4', '--max-semi-space-size=4'])
    setFlagsFromString(flag);
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=60');
}
