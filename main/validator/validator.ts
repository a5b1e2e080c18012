import { ZubiError } from '../../contract/errors.ts';
import type { MadeDocument, MakeOrder } from './extract/make-order.ts';
import type { FixOrder, FixResult } from './fixes/fix-order.ts';
import type { IssueCode } from './issue-codes.ts';
import { countIssues, emptyResult, makeIssue } from './issue-list.ts';
import { readSchemaPackage, type SchemaPackage } from './schema/schema-package.ts';
import { TaskQueue } from './task-queue.ts';
import { ValidationWorker } from './validation-worker.ts';
import type {
  AnswerReading,
  AnswerToRead,
  DocumentSource,
  LedgerResponse,
  LocatedRecord,
  RecordSummary,
  ValidatedDocument,
  ValidationOptions,
  Validator,
} from './validator-port.ts';
import type { WorkerAnswer, WorkerTask } from './worker.ts';
import type { SourcePiece, SourceRefusal, SourceRequest } from './xml/source-order.ts';

/** How a validator is set up; everything has a default. */
export interface ValidatorSettings {
  /** Folder with `manifest.json`; the application's own when left out. */
  readonly schemasFolder?: URL | string;
  /**
   * The schemas in force, asked before each document: a thread with others is replaced. Instead of
   * `schemasFolder`.
   */
  readonly schemas?: () => SchemaPackage;
  /** Threads that check at the same time (2). */
  readonly threads?: number;
  /** Longest a document may take (10,000 ms) before its thread is thrown away. */
  readonly timeLimitMs?: number;
  /** How long threads that were only expected to be wanted stay (30,000 ms). */
  readonly expectedForMs?: number;
  /** Another worker file than `worker.ts`, for tests that plant faults in a thread. */
  readonly workerFile?: URL;
}

/**
 * Makes the verdict's engine. Schemas are read and their SHA-256 verified here (`schemas_damaged`);
 * threads start when they are first needed and keep no process alive while they are idle.
 */
export function createValidator(settings: ValidatorSettings = {}): Validator {
  const {
    schemasFolder,
    threads = 2,
    timeLimitMs = 10_000,
    workerFile = ownWorkerFile(),
  } = settings;
  const { expectedForMs = 30_000 } = settings;
  const schemas = settings.schemas ?? fixed(readSchemaPackage(schemasFolder));
  const workers = Array.from(
    { length: Math.max(1, threads) },
    () => new ValidationWorker(workerFile, schemas),
  );
  return new PooledValidator(new TaskQueue(workers, timeLimitMs), { timeLimitMs, expectedForMs });
}

function fixed(schemas: SchemaPackage): () => SchemaPackage {
  return () => schemas;
}

function ownWorkerFile(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);
}

/**
 * Up to so many bytes a ledger's response is read by the thread that asks: the way to another and
 * back takes it as long, and that one half as much again.
 */
const readHereBytes = 32 * 1024;
/** So much may come out of its wrappings there. */
const unpackHereBytes = 512 * 1024;

class PooledValidator implements Validator {
  readonly #queue: TaskQueue;
  readonly #timeLimitMs: number;
  readonly #expectedForMs: number;
  #isPrepared = false;
  /** Until something is asked of threads that were only expected to be wanted. */
  #letGo: NodeJS.Timeout | null = null;
  #reader: Promise<typeof import('./extract/read-answer.ts')> | null = null;
  #responses: Promise<typeof import('./extract/read-response.ts')> | null = null;
  /**
   * A document was too much for the engine of this thread, which cannot be thrown away: nothing is
   * read here any more.
   */
  #isSpentHere = false;

  constructor(queue: TaskQueue, times: { timeLimitMs: number; expectedForMs: number }) {
    this.#queue = queue;
    this.#timeLimitMs = times.timeLimitMs;
    this.#expectedForMs = times.expectedForMs;
  }

  prepare(): void {
    this.#keep();
    this.#start(false);
  }

  expect(): void {
    this.#letGo?.refresh();
    if (this.#isPrepared || this.#queue.isClosed) return;
    this.#start(true);
    // Again and again, should they be at their start still.
    this.#letGo = setInterval(() => this.#rest(), this.#expectedForMs).unref();
  }

  #rest(): void {
    if (!this.#queue.rest()) return;
    this.#keep();
    this.#isPrepared = false;
  }

  #start(compile: boolean): void {
    if (this.#isPrepared || this.#queue.isClosed) return;
    this.#isPrepared = true;
    // What cannot start is told to whoever asks for a verdict.
    for (let worker = 0; worker < this.#queue.workers; worker += 1)
      this.#queue.ask({ kind: 'start', compile }).catch(() => undefined);
  }

  /** What is asked for keeps the threads. */
  #keep(): void {
    clearInterval(this.#letGo ?? undefined);
    this.#letGo = null;
  }

  #ask(task: WorkerTask): Promise<WorkerAnswer> {
    this.#keep();
    return this.#queue.ask(task);
  }

  async validate(source: DocumentSource, options: ValidationOptions): Promise<ValidatedDocument> {
    try {
      const answer = await this.#ask({ kind: 'validate', source: ownBytes(source), options });
      if (answer.kind === 'validated') return answer.validated;
    } catch (error) {
      if (isTimeout(error)) return this.#unvalidated('file_time_limit');
      if (this.#queue.isClosed || isSchemasDamaged(error)) throw toZubiError(error);
    }
    return this.#unvalidated('file_not_checked');
  }

  async readRecords(xml: Uint8Array): Promise<readonly RecordSummary[]> {
    const answer = await this.#askOrFail({ kind: 'read_records', xml: copyWhenShared(xml) });
    if (answer.kind !== 'records' || answer.records === null) throw new ZubiError('file_not_valid');
    return answer.records;
  }

  async locateRecords(xml: Uint8Array, schemaId: string): Promise<readonly LocatedRecord[]> {
    const answer = await this.#askOrFail({
      kind: 'locate_records',
      xml: copyWhenShared(xml),
      schemaId,
    });
    return answer.kind === 'located' ? answer.records : [];
  }

  async makeDocuments(xml: Uint8Array, order: MakeOrder): Promise<readonly MadeDocument[]> {
    const answer = await this.#askOrFail({ kind: 'make', xml: copyWhenShared(xml), order });
    if (answer.kind !== 'made' || answer.documents === null) throw new ZubiError('file_not_valid');
    return answer.documents;
  }

  async fix(xml: Uint8Array, order: FixOrder): Promise<FixResult> {
    const answer = await this.#askOrFail({ kind: 'fix', xml: copyWhenShared(xml), order });
    if (answer.kind !== 'fixed') throw new ZubiError('check_failed');
    return answer.result;
  }

  async readLedgerResponse(xml: Uint8Array): Promise<LedgerResponse | null> {
    if (xml.byteLength <= readHereBytes && !this.#isSpentHere) {
      // The engine is loaded when the first answer comes.
      this.#responses ??= import('./extract/read-response.ts');
      const { response, mustRecycle } = (await this.#responses).readLedgerResponse(xml);
      if (!mustRecycle) return response;
      this.#isSpentHere = true;
    }
    const answer = await this.#askOrFail({ kind: 'read_response', xml: copyWhenShared(xml) });
    return answer.kind === 'response' ? answer.response : null;
  }

  async readAnswer(toRead: AnswerToRead): Promise<AnswerReading> {
    if (toRead.body.byteLength <= readHereBytes && !this.#isSpentHere) {
      this.#reader ??= import('./extract/read-answer.ts');
      const { answer, mustRecycle } = (await this.#reader).readAnswer(toRead, unpackHereBytes);
      // What is too much for this thread may be well within the limits of another.
      if (answer.isWhole) return answer;
      this.#isSpentHere = mustRecycle;
    }
    const read = await this.#askOrFail({ kind: 'read_answer', answer: ownAnswer(toRead) });
    if (read.kind !== 'answer') throw new ZubiError('check_failed');
    return read.answer;
  }

  async readAnswered(xml: Uint8Array, toRead: AnswerToRead) {
    const answer = ownAnswer(toRead);
    const task = { kind: 'read_answered', xml: copyWhenShared(xml), answer } as const;
    const read = await this.#askOrFail(task);
    if (read.kind !== 'answered') throw new ZubiError('check_failed');
    return read;
  }

  async readSource(
    source: DocumentSource,
    piece: SourceRequest,
  ): Promise<SourcePiece | SourceRefusal> {
    const answer = await this.#askOrFail({ kind: 'read_source', source: ownBytes(source), piece });
    if (answer.kind !== 'source') throw new ZubiError('check_failed');
    return answer.piece;
  }

  close(): Promise<void> {
    this.#keep();
    return this.#queue.close();
  }

  #askOrFail(task: WorkerTask): Promise<WorkerAnswer> {
    return this.#ask(task).catch((cause) => {
      throw new ZubiError('check_failed', {}, { cause });
    });
  }

  #unvalidated(code: IssueCode & ('file_time_limit' | 'file_not_checked')): ValidatedDocument {
    const params =
      code === 'file_time_limit' ? { seconds: Math.ceil(this.#timeLimitMs / 1000) } : {};
    const issues = [makeIssue({ layer: 'file', code, params })];
    const validation = { ...emptyResult, issues, issueCounts: countIssues(issues) };
    return { validation, xmlGzip: null };
  }
}

/** A view of a larger buffer would cross with all of it. */
function copyWhenShared(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
}

function ownAnswer({ body, refusals }: AnswerToRead): AnswerToRead {
  return { body: copyWhenShared(body), refusals };
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
  return new ZubiError(
    isSchemasDamaged(error) ? 'schemas_damaged' : 'check_failed',
    {},
    { cause: error },
  );
}
