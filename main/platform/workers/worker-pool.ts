import type { ResourceLimits } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { ZubiError } from '../../../contract/errors.ts';
import { limitWhileAwake } from './suspend-aware-timeout.ts';
import { endInTurn, startPool } from './threads.ts';

/** Options of a pool. */
interface WorkerPoolOptions<Task> {
  /** Exports `ready`, and `answer` from tasks to `BatchAnswer`. */
  readonly workerFile: URL;
  readonly threads: number;
  /** For each batch, counted from when a thread takes it. */
  readonly timeLimitMs: number;
  readonly resourceLimits?: ResourceLimits;
  /** Asked before each batch: a thread with other start data is replaced. */
  readonly workerData?: () => unknown;
  /** Whether a task may share a batch with others; by default it goes alone. */
  readonly canBatch?: (task: Task) => boolean;
}

/** A thread's answer to a batch. */
export interface BatchAnswer<Answer> {
  /** In the order of the tasks, at least one; the rest is asked again. */
  readonly answers: readonly Answer[];
  /** The thread must be ended. */
  readonly mustRecycle: boolean;
}

/** Tasks of a batch: each way to a thread and back takes a seventh of a small file's validation. */
const maxBatch = 8;

interface Request<Task, Answer> {
  readonly task: Task;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  readonly canBatch: boolean;
}

/**
 * Gives tasks to threads in order; threads start on first use and, while idle, keep no process
 * alive. A thread that takes too long, fails or must be recycled is replaced alone. When a batch
 * fails, each of its tasks goes alone, so that only the faulty one fails.
 */
export class WorkerPool<Task, Answer> {
  readonly #options: WorkerPoolOptions<Task>;
  readonly #all: readonly PoolThread<Task, Answer>[];
  readonly #free: PoolThread<Task, Answer>[];
  #waiting: Request<Task, Answer>[] = [];
  #isClosed = false;

  constructor(options: WorkerPoolOptions<Task>) {
    this.#options = options;
    this.#all = Array.from({ length: options.threads }, () => new PoolThread(options));
    this.#free = this.#all.toReversed();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Rejects with an `AbortError` when a task takes too long, with `check_failed` when the pool is
   * closed, else with the thread's error.
   */
  ask(task: Task): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(closed());
    return new Promise((resolve, reject) => {
      const canBatch = this.#options.canBatch?.(task) ?? false;
      this.#waiting.push({ task, resolve, reject, canBatch });
      this.#serve();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(closed());
    await Promise.all(this.#all.map((thread) => thread.end()));
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#free.pop();
      if (thread === undefined) return;
      void this.#run(thread, this.#takeNext()).finally(() => {
        this.#free.push(thread);
        this.#serve();
      });
    }
  }

  /** The next task, or several: at most so many that the other threads get as many. */
  #takeNext(): Request<Task, Answer>[] {
    const most = Math.min(maxBatch, Math.ceil(this.#waiting.length / this.#all.length));
    let count = 1;
    if (this.#waiting[0]?.canBatch)
      while (count < most && this.#waiting[count]?.canBatch) count += 1;
    return this.#waiting.splice(0, count);
  }

  async #run(
    thread: PoolThread<Task, Answer>,
    requests: readonly Request<Task, Answer>[],
  ): Promise<void> {
    const [first] = requests;
    const tasks = requests.map(({ task }) => task);
    let answered = 0;
    try {
      for (const answer of await thread.run(tasks)) requests[answered++]?.resolve(answer);
    } catch (error) {
      if (requests.length === 1) return first?.reject(error);
    }
    const again = requests.slice(answered);
    if (this.#isClosed) for (const { reject } of again) reject(closed());
    else this.#waiting.unshift(...again.map((request) => ({ ...request, canBatch: answered > 0 })));
  }
}

/** One thread, or none yet. */
class PoolThread<Task, Answer> {
  readonly #options: WorkerPoolOptions<Task>;
  #pool: Piscina | null = null;
  #workerData: unknown;
  #starting: Promise<unknown> = Promise.resolve();
  /** A batch that waited for its thread is not given to one that must end meanwhile. */
  #ends = 0;

  constructor(options: WorkerPoolOptions<Task>) {
    this.#options = options;
  }

  async run(tasks: readonly Task[]): Promise<readonly Answer[]> {
    try {
      const isOther = this.#workerData !== this.#options.workerData?.();
      if (this.#pool !== null && isOther) await this.end();
      const ends = this.#ends;
      const pool = this.#pool ?? (await this.#start());
      if (ends !== this.#ends) throw closed();
      using limit = limitWhileAwake(this.#options.timeLimitMs);
      const { answers, mustRecycle }: BatchAnswer<Answer> = await pool.run(tasks, {
        signal: limit.signal,
      });
      if (mustRecycle) await this.end();
      return answers;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /**
   * Waits until the thread has loaded its code, so that a task's time limit covers the task alone.
   */
  #start(): Promise<Piscina> {
    const { workerFile, resourceLimits } = this.#options;
    this.#workerData = this.#options.workerData?.();
    const starting = startPool(workerFile, {
      workerData: this.#workerData,
      ...(resourceLimits ? { resourceLimits } : {}),
    }).then((pool) => {
      this.#pool = pool;
      return pool;
    });
    this.#starting = starting.catch(() => undefined);
    return starting;
  }

  async end(): Promise<void> {
    this.#ends += 1;
    // Ending a thread while it loads its code ends the whole process (a failed check in V8's
    // compiler, in Node 24.21).
    await this.#starting;
    const pool = this.#pool;
    this.#pool = null;
    if (pool !== null) await endInTurn(() => pool.destroy());
  }
}

function closed(): ZubiError {
  return new ZubiError('check_failed', { reason: 'closed' });
}
