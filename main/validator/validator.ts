import { ZubiError } from '../../contract/errors.ts';
import { moduleBeside } from '../platform/module-beside.ts';
import { isTimeout } from '../platform/workers/threads.ts';
import { WorkerPool } from '../platform/workers/worker-pool.ts';
import type { MadeDocument, MakeOrder } from './extract/make-order.ts';
import type { IssueCode } from './issue-codes.ts';
import { makeIssue, resultOf } from './issue-list.ts';
import { readSchemaPackage, type SchemaPackage } from './schema/schema-package.ts';
import type {
  DocumentSource,
  RecordSummary,
  ValidatedDocument,
  ValidationOptions,
  Validator,
} from './validator-port.ts';
import type { WorkerArgs, WorkerCall, WorkerMethod, WorkerValue } from './worker.ts';

/** Options of a validator; all have defaults. */
export interface ValidatorSettings {
  /**
   * The schemas in force, asked before each document: a thread with other schemas is replaced. By
   * default the application's own.
   */
  readonly schemas?: () => SchemaPackage;
  /** Number of parallel threads (2). */
  readonly threads?: number;
  /** Time limit of a document (10,000 ms); then its thread ends. */
  readonly timeLimitMs?: number;
  /** Another worker file than `worker.ts`, for tests with planted faults. */
  readonly workerFile?: URL;
}

/**
 * Makes the validation engine. Schemas are read and their SHA-256 verified here
 * (`schemas_damaged`); threads start on first use and, while idle, keep no process alive.
 */
export function createValidator(settings: ValidatorSettings = {}): Validator {
  return new PooledValidator(settings);
}

/**
 * A record's garbage is short-lived: with a small young generation a thread stays as small after a
 * hundred large files as after one (the default grows to several times that and is no faster). The
 * old generation's limit is far above what the largest file needs.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

function ownSchemas(): () => SchemaPackage {
  const schemas = readSchemaPackage();
  return () => schemas;
}

class PooledValidator implements Validator {
  readonly locateRecords = this.#method('locateRecords');
  readonly readRecordForm = this.#method('readRecordForm');
  readonly offerFixes = this.#method('offerFixes');
  readonly fix = this.#method('fix');
  readonly readLedgerResponse = this.#method('readLedgerResponse');
  readonly readAnswer = this.#method('readAnswer');
  readonly readAnswered = this.#method('readAnswered');
  readonly readSource = this.#method('readSource');
  readonly #readRecords = this.#method('readRecords');
  readonly #makeDocuments = this.#method('makeDocuments');
  readonly #pool: WorkerPool<WorkerCall, unknown>;
  readonly #threads: number;
  readonly #timeLimitMs: number;
  #isPrepared = false;

  constructor({
    schemas = ownSchemas(),
    threads = 2,
    timeLimitMs = 10_000,
    workerFile = moduleBeside(import.meta.url, './worker'),
  }: ValidatorSettings) {
    this.#threads = Math.max(1, threads);
    this.#timeLimitMs = timeLimitMs;
    this.#pool = new WorkerPool<WorkerCall, unknown>({
      workerFile,
      threads: this.#threads,
      timeLimitMs,
      resourceLimits,
      workerData: schemas,
      canBatch: ({ method, args: [source] }) =>
        method === 'validate' && (source as DocumentSource).kind === 'path',
    });
  }

  prepare(): void {
    this.#start(false);
  }

  expect(): void {
    this.#start(true);
  }

  #start(compile: boolean): void {
    if (this.#isPrepared || this.#pool.isClosed) return;
    this.#isPrepared = true;
    // A thread that cannot start makes the next call fail.
    for (let thread = 0; thread < this.#threads; thread += 1)
      this.#ask('start', compile).catch(() => undefined);
  }

  async validate(source: DocumentSource, options: ValidationOptions): Promise<ValidatedDocument> {
    try {
      return await this.#ask('validate', source, options);
    } catch (error) {
      if (isTimeout(error)) return this.#unvalidated('file_time_limit');
      if (this.#pool.isClosed || isSchemasDamaged(error)) throw toZubiError(error);
    }
    return this.#unvalidated('file_not_checked');
  }

  async readRecords(xml: Uint8Array): Promise<readonly RecordSummary[]> {
    const records = await this.#readRecords(xml);
    if (records === null) throw new ZubiError('file_not_valid');
    return records;
  }

  async makeDocuments(xml: Uint8Array, order: MakeOrder): Promise<readonly MadeDocument[]> {
    const documents = await this.#makeDocuments(xml, order);
    if (documents === null) throw new ZubiError('file_not_valid');
    return documents;
  }

  async holdsDocument(bytes: Uint8Array, limitBytes: number): Promise<boolean> {
    try {
      return await this.#ask('holdsDocument', bytes, limitBytes);
    } catch (error) {
      if (this.#pool.isClosed || isSchemasDamaged(error)) throw toZubiError(error);
      return false;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** A method of the threads, as it is; throws `check_failed` when the engine fails. */
  #method<Method extends WorkerMethod>(method: Method) {
    return (...args: WorkerArgs<Method>): Promise<WorkerValue<Method>> =>
      this.#ask(method, ...args).catch((cause) => {
        throw new ZubiError('check_failed', {}, { cause });
      });
  }

  #ask<Method extends WorkerMethod>(
    method: Method,
    ...args: WorkerArgs<Method>
  ): Promise<WorkerValue<Method>> {
    const call = { method, args: args.map(withOwnBytes) as WorkerArgs<Method> };
    return this.#pool.ask(call) as Promise<WorkerValue<Method>>;
  }

  #unvalidated(code: IssueCode & ('file_time_limit' | 'file_not_checked')): ValidatedDocument {
    const params =
      code === 'file_time_limit' ? { seconds: Math.ceil(this.#timeLimitMs / 1000) } : {};
    const issues = [makeIssue({ layer: 'file', code, params })];
    return { validation: resultOf({ issues }), xmlGzip: null };
  }
}

/** The same with buffers of its own: a thread gets a copy of the whole buffer behind any bytes. */
function withOwnBytes(value: unknown): unknown {
  if (value instanceof Uint8Array)
    return value.byteLength === value.buffer.byteLength ? value : Uint8Array.from(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withOwnBytes(part)]));
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
