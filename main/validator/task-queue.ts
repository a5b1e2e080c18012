import { ZubiError } from '../../contract/errors.ts';
import type { ValidationWorker } from './validation-worker.ts';
import type { WorkerAnswer, WorkerTask } from './worker.ts';

/**
 * Documents that go to a thread together: each way there and back costs as much as a seventh of a
 * small one's verdict.
 */
const maxTogether = 8;

interface Request {
  readonly task: WorkerTask;
  readonly resolve: (answer: WorkerAnswer) => void;
  readonly reject: (reason: unknown) => void;
  /**
   * Whether it may go together with others: a file, whose bytes need not cross, that has not failed
   * among others.
   */
  readonly canBatch: boolean;
}

/**
 * Gives tasks to threads in their order. Files that wait go several at a time; the thread gives
 * those back that it has no time for. When a group fails, each goes alone, so that only the bad one
 * fails.
 */
export class TaskQueue {
  readonly #all: readonly ValidationWorker[];
  readonly #free: ValidationWorker[];
  readonly #timeLimitMs: number;
  #waiting: Request[] = [];
  #resting: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(workers: readonly ValidationWorker[], timeLimitMs: number) {
    this.#all = workers;
    this.#free = workers.toReversed();
    this.#timeLimitMs = timeLimitMs;
  }

  get workers(): number {
    return this.#all.length;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /**
   * Rejects with an `AbortError` when a task takes too long, with `check_failed` when the queue is
   * closed, else with what went wrong.
   */
  ask(task: WorkerTask): Promise<WorkerAnswer> {
    if (this.#closed) return Promise.reject(closed());
    return new Promise((resolve, reject) => {
      const canBatch = task.kind === 'validate' && task.source.kind === 'path';
      this.#waiting.push({ task, resolve, reject, canBatch });
      this.#serve();
    });
  }

  /**
   * Ends all threads when none has anything to do, or gives back false; what is asked next starts
   * them again.
   */
  rest(): boolean {
    if (this.#free.length < this.#all.length) return false;
    const idle = this.#free.splice(0);
    this.#resting = Promise.allSettled(idle.map((worker) => worker.end())).then(() => {
      this.#free.push(...idle);
      this.#serve();
    });
    return true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) reject(closed());
    await Promise.all(this.#all.map((worker) => worker.end()));
    await this.#resting;
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#free.pop();
      if (worker === undefined) return;
      void this.#run(worker, this.#takeNext()).finally(() => {
        this.#free.push(worker);
        this.#serve();
      });
    }
  }

  /** The next request, or several files: no more than leaves as many for the other threads. */
  #takeNext(): Request[] {
    const most = Math.min(maxTogether, Math.ceil(this.#waiting.length / this.#all.length));
    let count = 1;
    if (this.#waiting[0]?.canBatch)
      while (count < most && this.#waiting[count]?.canBatch) count += 1;
    return this.#waiting.splice(0, count);
  }

  async #run(worker: ValidationWorker, requests: readonly Request[]): Promise<void> {
    const [first] = requests;
    if (first === undefined) return;
    if (requests.length > 1) return this.#runTogether(worker, requests);
    // The time starts now: a free worker takes the task at once.
    await worker.run(first.task, this.#timeLimitMs).then(first.resolve, first.reject);
  }

  async #runTogether(worker: ValidationWorker, requests: readonly Request[]): Promise<void> {
    const tasks = requests.map(({ task }) => task).filter((task) => task.kind === 'validate');
    const answers = await worker.run({ kind: 'validate_many', tasks }, this.#timeLimitMs).then(
      (answer) => (answer.kind === 'validated_many' ? answer.answers : []),
      () => [],
    );
    const left = requests.filter(({ resolve }, index) => {
      const answer = answers[index];
      if (answer !== undefined) resolve(answer);
      return answer === undefined;
    });
    if (this.#closed) for (const { reject } of left) reject(closed());
    else
      this.#waiting.unshift(
        ...left.map((request) => ({ ...request, canBatch: answers.length > 0 })),
      );
  }
}

function closed(): ZubiError {
  return new ZubiError('check_failed', { reason: 'closed' });
}
