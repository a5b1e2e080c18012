import nodeModule from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResourceLimits } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { type Reply, ZubiError } from '../../../contract/errors.ts';
import { limitWhileAwake } from './suspend-aware-timeout.ts';

/** How a thread of this process starts, independent of the process's own start. */
export function threadStart(): { readonly execArgv: string[]; readonly env: NodeJS.ProcessEnv } {
  return { execArgv: [], env: compileCache() };
}

/**
 * A thread caches its compiled code where the process does: it then starts in a third of the time.
 */
function compileCache(): NodeJS.ProcessEnv {
  const folder = nodeModule.getCompileCacheDir();
  // The process reports the folder of this Node version; the setting names its parent.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

const starting = new Set<Promise<unknown>>();
let lastEnd: Promise<unknown> = Promise.resolve();

/**
 * Starts a thread while none is ending: V8 has ended whole processes when both happened together.
 * Several may start at once.
 */
export async function startAtRest<Value>(start: () => Promise<Value>): Promise<Value> {
  const started = lastEnd.then(start);
  starting.add(started);
  try {
    return await started;
  } finally {
    starting.delete(started);
  }
}

/** Ends threads one after the other, each after the earlier requested starts. */
export function endInTurn(end: () => Promise<unknown>): Promise<void> {
  const before = [...starting];
  const turn = lastEnd.then(async () => {
    await Promise.allSettled(before);
    await end();
  });
  lastEnd = turn.catch(() => undefined);
  return turn;
}

/**
 * Rejects when a thread of the pool cannot start (no file descriptor, no memory). The pool reports
 * it as an event, which ends a process without a listener.
 */
export function failureOf(pool: Piscina): Promise<never> {
  return new Promise((_, reject) => void pool.on('error', reject));
}

/** Longest a thread may take to start. */
const startLimitMs = 30_000;

interface ThreadOptions {
  readonly workerData?: unknown;
  /** The old generation has 512 MB by default: far above what any accepted file needs. */
  readonly resourceLimits?: ResourceLimits;
}

/**
 * A thread that runs the function `answer` of `workerFile`. It is ready after its `ready` was
 * called: ending a thread while it loads its code ends the process.
 */
export async function startPool(
  workerFile: URL,
  { workerData, resourceLimits = { maxOldGenerationSizeMb: 512 } }: ThreadOptions = {},
): Promise<Piscina> {
  const made: Piscina[] = [];
  try {
    return await startAtRest(async () => {
      const pool = new Piscina({
        ...threadStart(),
        filename: fileURLToPath(workerFile),
        name: 'answer',
        // A thread ended for its task is not replaced: the pool ends after it.
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: Number.POSITIVE_INFINITY,
        ...(workerData === undefined ? {} : { workerData }),
        resourceLimits,
      });
      made.push(pool);
      using limit = limitWhileAwake(startLimitMs);
      await Promise.race([
        pool.run(null, { name: 'ready', signal: limit.signal }),
        failureOf(pool),
      ]);
      return pool;
    });
  } catch (error) {
    // Only now: during its own start it would end while others start.
    await endInTurn(() => Promise.all(made.map((pool) => pool.destroy())));
    throw error;
  }
}

/** Limits of a thread for one task; memory outside its heap (buffers) does not count. */
interface TaskLimits extends Pick<ThreadOptions, 'resourceLimits'> {
  /** Beyond this the thread is ended; without one the task takes as long as it takes. */
  readonly timeLimitMs?: number;
}

/**
 * Runs one task in a separate thread, which then ends, so that foreign data never reaches the
 * threads that others use. Rejects with an `AbortError` when it takes too long, else with the
 * thread's error.
 */
export async function runInOwnThread<Answer>(
  workerFile: URL,
  task: unknown,
  { timeLimitMs, ...options }: TaskLimits,
): Promise<Answer> {
  const pool = await startPool(workerFile, options);
  try {
    using limit = timeLimitMs === undefined ? null : limitWhileAwake(timeLimitMs);
    return await pool.run(task, { signal: limit?.signal ?? null });
  } finally {
    await endInTurn(() => pool.destroy());
  }
}

/**
 * The same for a thread that replies (`toReply`). Throws the reply's error, or that of `toError`
 * when the thread gave no reply.
 */
export async function askOwnThread<Value>(
  workerFile: URL,
  task: unknown,
  limits: TaskLimits,
  toError: (reason: 'time_limit' | 'crashed', options: ErrorOptions) => unknown,
): Promise<Value> {
  const asked = runInOwnThread<Reply<Value>>(workerFile, task, limits);
  const reply = await asked.catch((cause: unknown) => {
    throw toError(isTimeout(cause) ? 'time_limit' : 'crashed', { cause });
  });
  if (reply.ok) return reply.value;
  throw new ZubiError(reply.error);
}

/** Whether a task was broken off because it took too long. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
