import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { ZubiError } from '../../contract/errors.ts';
import { limitWhileAwake } from '../platform/workers/suspend-aware-timeout.ts';
import { endInTurn, failureOf, startAtRest, threadStart } from '../platform/workers/threads.ts';
import type { SchemaPackage } from './schema/schema-package.ts';
import type { WorkerAnswer, WorkerTask } from './worker.ts';

/** Longest a thread may take to start. */
const startLimitMs = 30_000;

/** One thread at a time, so that exactly the thread of a bad document can be thrown away. */
export class ValidationWorker {
  readonly #workerFile: URL;
  readonly #schemas: () => SchemaPackage;
  #running: SchemaPackage | null = null;
  #pool: Piscina | null = null;
  #starting: Promise<unknown> = Promise.resolve();
  /**
   * How often an end was asked for: a task that waited for its thread meanwhile is not given to it.
   */
  #ends = 0;

  constructor(workerFile: URL, schemas: () => SchemaPackage) {
    this.#workerFile = workerFile;
    this.#schemas = schemas;
  }

  async run(task: WorkerTask, timeLimitMs: number): Promise<WorkerAnswer> {
    try {
      if (this.#pool !== null && this.#running !== this.#schemas()) await this.end();
      const ends = this.#ends;
      const pool = this.#pool ?? (await this.#start());
      if (ends !== this.#ends) throw new ZubiError('check_failed', { reason: 'closed' });
      using limit = limitWhileAwake(timeLimitMs);
      const answer: WorkerAnswer = await pool.run(task, { signal: limit.signal });
      if (answer.mustRecycle) await this.end();
      return answer;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Waits until the thread has loaded its engine, so that a document's time is its own. */
  #start(): Promise<Piscina> {
    const starting = startAtRest(async () => {
      this.#running = this.#schemas();
      const pool = startThread(this.#workerFile, this.#running);
      this.#pool = pool;
      using limit = limitWhileAwake(startLimitMs);
      const ready = pool.run({ kind: 'start', compile: false }, { signal: limit.signal });
      await Promise.race([ready, failureOf(pool)]);
      return pool;
    });
    this.#starting = starting.catch(() => undefined);
    return starting;
  }

  async end(): Promise<void> {
    this.#ends += 1;
    // A thread that is ended while it loads its code takes the whole process with it (a failed
    // check in V8's compiler, in Node 24.21).
    await this.#starting;
    const pool = this.#pool;
    this.#pool = null;
    if (pool !== null) await endInTurn(() => pool.destroy());
  }
}

/**
 * What a record needs is thrown away with it: a small young generation keeps a thread as large
 * after a hundred large files as after one (the default grows to several times that, and is no
 * faster). The old one is far above what the largest file leaves behind.
 */
const heapLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

function startThread(workerFile: URL, schemas: SchemaPackage): Piscina {
  return new Piscina({
    filename: fileURLToPath(workerFile),
    name: 'answer',
    minThreads: 1,
    maxThreads: 1,
    workerData: schemas,
    ...threadStart(),
    resourceLimits: heapLimits,
  });
}
