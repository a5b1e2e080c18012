import nodeModule from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResourceLimits } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { limitWhileAwake } from './suspend-aware-timeout.ts';

/** How a thread of this process starts: it needs nothing of how the process was started. */
export function threadStart(): { readonly execArgv: string[]; readonly env: NodeJS.ProcessEnv } {
  return { execArgv: [], env: compileCache() };
}

/**
 * A thread keeps its compiled code where the process keeps its own, if it does: it starts in a
 * third of the time.
 */
function compileCache(): NodeJS.ProcessEnv {
  const folder = nodeModule.getCompileCacheDir();
  // What is told is the folder of this version of Node; what is asked for is the one around it.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

const starting = new Set<Promise<unknown>>();
let lastEnd: Promise<unknown> = Promise.resolve();

/**
 * Starts a thread while none is being ended: V8 has taken whole processes with it where that came
 * together. Several may start at once.
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

/** Ends threads one after the other, each when those have started that were asked for before it. */
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
 * Rejects when a thread of the pool cannot be started (no file descriptor, no memory). Nobody else
 * would hear of it: the pool tells it as an event, which ends the process where nobody listens.
 */
export function failureOf(pool: Piscina): Promise<never> {
  return new Promise((_, reject) => void pool.on('error', reject));
}

/** Longest a thread may take to start. */
const startLimitMs = 30_000;

/** Bounds of a thread; memory outside of its heap (buffers) is not among them. */
export interface ThreadLimits {
  readonly timeLimitMs: number;
  /** Beyond it the thread is ended. */
  readonly heapMegabytes?: number;
}

interface ThreadOptions {
  readonly workerData?: unknown;
  /** The old generation has 512 MB unless told: far above what any file that is taken needs. */
  readonly resourceLimits?: ResourceLimits;
}

/**
 * One thread that runs what `workerFile` exports as `answer`. It is ready when its `ready` was
 * called: a thread that is ended while it loads its code takes the process with it.
 */
export async function startPool(
  workerFile: URL,
  { workerData, resourceLimits }: ThreadOptions = {},
): Promise<Piscina> {
  const made: Piscina[] = [];
  try {
    return await startAtRest(async () => {
      const pool = new Piscina({
        ...threadStart(),
        filename: fileURLToPath(workerFile),
        name: 'answer',
        // One that was ended for its task is not replaced: the pool is ended after it.
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: Number.POSITIVE_INFINITY,
        ...(workerData === undefined ? {} : { workerData }),
        resourceLimits: { maxOldGenerationSizeMb: 512, ...resourceLimits },
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
    // Only now: within its own start it would end while others start.
    await endInTurn(() => Promise.all(made.map((pool) => pool.destroy())));
    throw error;
  }
}

/**
 * Runs one task in a thread of its own, which is ended afterwards: what is foreign never meets the
 * threads that others use. Rejects with an `AbortError` when it takes too long, else with what went
 * wrong in the thread.
 */
export async function runInOwnThread<Answer>(
  workerFile: URL,
  task: unknown,
  { timeLimitMs, heapMegabytes }: ThreadLimits,
): Promise<Answer> {
  const pool = await startPool(workerFile, {
    ...(heapMegabytes ? { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } } : {}),
  });
  try {
    using limit = limitWhileAwake(timeLimitMs);
    return await pool.run(task, { signal: limit.signal });
  } finally {
    await endInTurn(() => pool.destroy());
  }
}
