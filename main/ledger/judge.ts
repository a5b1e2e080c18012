import nodeModule from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { ZubiError } from '../../contract/errors.ts';
import type {
  DocumentSource,
  Judge,
  JudgedDocument,
  JudgeOptions,
  LedgerResponse,
  LocatedRecord,
  MadeDocument,
  MakeOrder,
  RecordSummary,
} from '../ports.ts';
import type { MendOrder, MendResult } from './fixes/mend-order.ts';
import type { IssueCode } from './issue-codes.ts';
import { countIssues, emptyJudgement, makeIssue } from './issue-list.ts';
import { readSchemaPackage, type SchemaPackage } from './schema-package.ts';
import type { SourcePiece, SourceRefusal, SourceRequest } from './source-order.ts';
import type { WorkerAnswer, WorkerTask } from './worker.ts';

/** How a judge is set up; everything has a default. */
export interface JudgeSettings {
  /** Folder with `manifest.json`; the application's own when left out. */
  readonly schemasFolder?: URL | string;
  /** The schemas in force, asked before each document: a thread with others is replaced. Instead of `schemasFolder`. */
  readonly schemas?: () => SchemaPackage;
  /** Threads that judge at the same time (2). */
  readonly threads?: number;
  /** Longest a document may take (10,000 ms) before its thread is thrown away. */
  readonly timeLimitMs?: number;
  /** Another worker file than `worker.ts`, for tests that plant faults in a thread. */
  readonly workerFile?: URL;
}

/**
 * Makes the verdict's engine. Schemas are read and their SHA-256 verified here (`schemas_damaged`); threads start when they are first needed
 * and keep no process alive while they are idle.
 */
export function createJudge(settings: JudgeSettings = {}): Judge {
  const { schemasFolder, threads = 2, timeLimitMs = 10_000, workerFile = ownWorkerFile() } = settings;
  const schemas = settings.schemas ?? fixed(readSchemaPackage(schemasFolder));
  const lanes = Array.from({ length: Math.max(1, threads) }, () => new Lane(workerFile, schemas));
  return new PooledJudge(lanes, timeLimitMs);
}

function fixed(schemas: SchemaPackage): () => SchemaPackage {
  return () => schemas;
}

/** Longest a thread may take to start. */
const startLimitMs = 30_000;

/** One thread at a time, so that exactly the thread of a bad document can be thrown away. */
class Lane {
  readonly #workerFile: URL;
  readonly #schemas: () => SchemaPackage;
  #running: SchemaPackage | null = null;
  #pool: Piscina | null = null;

  constructor(workerFile: URL, schemas: () => SchemaPackage) {
    this.#workerFile = workerFile;
    this.#schemas = schemas;
  }

  async run(task: WorkerTask, timeLimitMs: number): Promise<WorkerAnswer> {
    try {
      if (this.#pool !== null && this.#running !== this.#schemas()) await this.end();
      const pool = this.#pool ?? (await this.#start());
      const answer: WorkerAnswer = await pool.run(task, { signal: AbortSignal.timeout(timeLimitMs) });
      if (answer.spent) await this.end();
      return answer;
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Waits until the thread has loaded its engine, so that a document's time is its own. */
  async #start(): Promise<Piscina> {
    this.#running = this.#schemas();
    const pool = startThread(this.#workerFile, this.#running);
    this.#pool = pool;
    await pool.run({ kind: 'start' }, { signal: AbortSignal.timeout(startLimitMs) });
    return pool;
  }

  async end(): Promise<void> {
    const pool = this.#pool;
    this.#pool = null;
    await pool?.destroy();
  }
}

function ownWorkerFile(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
}

/**
 * What a record needs is thrown away with it: a small young generation keeps a thread as large after a hundred large files as after one (the default
 * grows to several times that, and is no faster). The old one is far above what the largest file leaves behind.
 */
const heapLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

function startThread(workerFile: URL, schemas: SchemaPackage): Piscina {
  return new Piscina({
    filename: fileURLToPath(workerFile),
    name: 'answer',
    minThreads: 1,
    maxThreads: 1,
    workerData: schemas,
    // A thread needs nothing of how this process was started.
    execArgv: [],
    env: compileCache(),
    resourceLimits: heapLimits,
  });
}

/** A thread keeps its compiled code where the process keeps its own, if it does: it starts in a third of the time. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = nodeModule.getCompileCacheDir();
  // What is told is the folder of this version of Node; what is asked for is the one around it.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

class PooledJudge implements Judge {
  readonly #lanes: Lane[];
  readonly #free: Lane[];
  readonly #waiting: ((lane: Lane) => void)[] = [];
  readonly #timeLimitMs: number;
  #closed = false;
  #isPrepared = false;

  constructor(lanes: Lane[], timeLimitMs: number) {
    this.#lanes = lanes;
    this.#free = lanes.toReversed();
    this.#timeLimitMs = timeLimitMs;
  }

  prepare(): void {
    if (this.#isPrepared || this.#closed) return;
    this.#isPrepared = true;
    // What cannot start is told to whoever asks for a verdict.
    for (const _ of this.#lanes) this.#ask({ kind: 'start' }).catch(() => undefined);
  }

  async judge(source: DocumentSource, options: JudgeOptions): Promise<JudgedDocument> {
    try {
      const answer = await this.#ask({ kind: 'judge', source: ownBytes(source), options });
      if (answer.kind === 'judged') return answer.judged;
    } catch (error) {
      if (isTimeout(error)) return this.#unjudged('file_time_limit');
      if (this.#closed || isSchemasDamaged(error)) throw toZubiError(error);
    }
    return this.#unjudged('file_not_checked');
  }

  async readRecords(xml: Uint8Array): Promise<readonly RecordSummary[]> {
    const answer = await this.#askOrFail({ kind: 'read_records', xml: copyWhenShared(xml) });
    if (answer.kind !== 'records' || answer.records === null) throw new ZubiError('file_not_valid');
    return answer.records;
  }

  async locateRecords(xml: Uint8Array, schemaId: string): Promise<readonly LocatedRecord[]> {
    const answer = await this.#askOrFail({ kind: 'locate_records', xml: copyWhenShared(xml), schemaId });
    return answer.kind === 'located' ? answer.records : [];
  }

  async makeDocuments(xml: Uint8Array, order: MakeOrder): Promise<readonly MadeDocument[]> {
    const answer = await this.#askOrFail({ kind: 'make', xml: copyWhenShared(xml), order });
    if (answer.kind !== 'made' || answer.documents === null) throw new ZubiError('file_not_valid');
    return answer.documents;
  }

  async mend(xml: Uint8Array, order: MendOrder): Promise<MendResult> {
    const answer = await this.#askOrFail({ kind: 'mend', xml: copyWhenShared(xml), order });
    if (answer.kind !== 'mending') throw new ZubiError('check_failed');
    return answer.result;
  }

  async readLedgerResponse(xml: Uint8Array): Promise<LedgerResponse | null> {
    const answer = await this.#askOrFail({ kind: 'read_response', xml: copyWhenShared(xml) });
    return answer.kind === 'response' ? answer.response : null;
  }

  async readSource(source: DocumentSource, piece: SourceRequest): Promise<SourcePiece | SourceRefusal> {
    const answer = await this.#askOrFail({ kind: 'read_source', source: ownBytes(source), piece });
    if (answer.kind !== 'source') throw new ZubiError('check_failed');
    return answer.piece;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#lanes.map((lane) => lane.end()));
  }

  #askOrFail(task: WorkerTask): Promise<WorkerAnswer> {
    return this.#ask(task).catch((cause) => {
      throw new ZubiError('check_failed', {}, { cause });
    });
  }

  async #ask(task: WorkerTask): Promise<WorkerAnswer> {
    if (this.#closed) throw new ZubiError('check_failed', { reason: 'closed' });
    const lane = this.#free.pop() ?? (await new Promise<Lane>((resolve) => this.#waiting.push(resolve)));
    try {
      if (this.#closed) throw new ZubiError('check_failed', { reason: 'closed' });
      // The time starts now: a free lane takes the task at once.
      return await lane.run(task, this.#timeLimitMs);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(lane);
      else next(lane);
    }
  }

  #unjudged(code: IssueCode & ('file_time_limit' | 'file_not_checked')): JudgedDocument {
    const params = code === 'file_time_limit' ? { seconds: Math.ceil(this.#timeLimitMs / 1000) } : {};
    const issues = [makeIssue({ layer: 'file', code, params })];
    const judgement = { ...emptyJudgement, issues, issueCounts: countIssues(issues) };
    return { judgement, xmlGzip: null };
  }
}

/** A view of a larger buffer would cross with all of it. */
function copyWhenShared(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
}

function ownBytes(source: DocumentSource): DocumentSource {
  return source.kind === 'path' ? source : { kind: 'bytes', bytes: copyWhenShared(source.bytes) };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function isSchemasDamaged(error: unknown): boolean {
  return error instanceof Error && error.message === 'schemas_damaged';
}

function toZubiError(error: unknown): ZubiError {
  if (error instanceof ZubiError) return error;
  return new ZubiError(isSchemasDamaged(error) ? 'schemas_damaged' : 'check_failed', {}, { cause: error });
}
