import { ZubiError } from '../../contract/errors.ts';
import type { FixOffer } from '../../contract/methods/fixes.ts';
import type { SourcePiece } from '../../contract/methods/sources.ts';
import { moduleBeside } from '../platform/module-beside.ts';
import { isTimeout } from '../platform/workers/threads.ts';
import { WorkerPool } from '../platform/workers/worker-pool.ts';
import type { MadeDocument, MakeOrder } from './extract/make-order.ts';
import type { FixedDocument, FixOrder } from './fixes/fix-order.ts';
import type { IssueCode } from './issue-codes.ts';
import { makeIssue, resultOf } from './issue-list.ts';
import { readSchemaPackage, type SchemaPackage } from './schema/schema-package.ts';
import type {
  AnswerReading,
  AnswerToRead,
  DocumentSource,
  LedgerResponse,
  LocatedRecord,
  RecordForm,
  RecordSummary,
  ValidatedDocument,
  ValidationOptions,
  Validator,
} from './validator-port.ts';
import type { WorkerArgs, WorkerCall, WorkerMethod, WorkerValue } from './worker.ts';
import type { SourceRefusal, SourceRequest } from './xml/source-text.ts';

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
  const {
    schemas: workerData = ownSchemas(),
    timeLimitMs = 10_000,
    workerFile = moduleBeside(import.meta.url, './worker'),
  } = settings;
  const threads = Math.max(1, settings.threads ?? 2);
  const pool = new WorkerPool<WorkerCall, unknown>({
    workerFile,
    threads,
    timeLimitMs,
    resourceLimits,
    workerData,
    canBatch: ({ method, args: [source] }) =>
      method === 'validate' && (source as DocumentSource).kind === 'path',
  });
  return new PooledValidator(pool, { threads, timeLimitMs });
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

interface PooledSettings {
  readonly threads: number;
  readonly timeLimitMs: number;
}

class PooledValidator implements Validator {
  readonly #pool: WorkerPool<WorkerCall, unknown>;
  readonly #settings: PooledSettings;
  #isPrepared = false;

  constructor(pool: WorkerPool<WorkerCall, unknown>, settings: PooledSettings) {
    this.#pool = pool;
    this.#settings = settings;
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
    for (let thread = 0; thread < this.#settings.threads; thread += 1)
      this.#ask('start', compile).catch(() => undefined);
  }

  #ask<Method extends WorkerMethod>(
    method: Method,
    ...args: WorkerArgs<Method>
  ): Promise<WorkerValue<Method>> {
    return this.#pool.ask({ method, args }) as Promise<WorkerValue<Method>>;
  }

  async validate(source: DocumentSource, options: ValidationOptions): Promise<ValidatedDocument> {
    try {
      return await this.#ask('validate', ownBytes(source), options);
    } catch (error) {
      if (isTimeout(error)) return this.#unvalidated('file_time_limit');
      if (this.#pool.isClosed || isSchemasDamaged(error)) throw toZubiError(error);
    }
    return this.#unvalidated('file_not_checked');
  }

  async readRecords(xml: Uint8Array): Promise<readonly RecordSummary[]> {
    const records = await this.#askOrFail('readRecords', copyWhenShared(xml));
    if (records === null) throw new ZubiError('file_not_valid');
    return records;
  }

  locateRecords(xml: Uint8Array, schemaId: string): Promise<readonly LocatedRecord[]> {
    return this.#askOrFail('locateRecords', copyWhenShared(xml), schemaId);
  }

  async makeDocuments(xml: Uint8Array, order: MakeOrder): Promise<readonly MadeDocument[]> {
    const documents = await this.#askOrFail('makeDocuments', copyWhenShared(xml), order);
    if (documents === null) throw new ZubiError('file_not_valid');
    return documents;
  }

  readRecordForm(xml: Uint8Array, record: number): Promise<RecordForm | null> {
    return this.#askOrFail('readRecordForm', copyWhenShared(xml), record);
  }

  offerFixes(xml: Uint8Array): Promise<readonly FixOffer[]> {
    return this.#askOrFail('offerFixes', copyWhenShared(xml));
  }

  fix(xml: Uint8Array, order: FixOrder): Promise<FixedDocument | null> {
    return this.#askOrFail('fix', copyWhenShared(xml), order);
  }

  readLedgerResponse(xml: Uint8Array): Promise<LedgerResponse | null> {
    return this.#askOrFail('readLedgerResponse', copyWhenShared(xml));
  }

  readAnswer(toRead: AnswerToRead): Promise<AnswerReading> {
    return this.#askOrFail('readAnswer', ownAnswer(toRead));
  }

  readAnswered(xml: Uint8Array, toRead: AnswerToRead): ReturnType<Validator['readAnswered']> {
    return this.#askOrFail('readAnswered', copyWhenShared(xml), ownAnswer(toRead));
  }

  readSource(source: DocumentSource, piece: SourceRequest): Promise<SourcePiece | SourceRefusal> {
    return this.#askOrFail('readSource', ownBytes(source), piece);
  }

  async holdsDocument(bytes: Uint8Array, limitBytes: number): Promise<boolean> {
    try {
      return await this.#ask('holdsDocument', copyWhenShared(bytes), limitBytes);
    } catch (error) {
      if (this.#pool.isClosed || isSchemasDamaged(error)) throw toZubiError(error);
      return false;
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #askOrFail<Method extends WorkerMethod>(
    method: Method,
    ...args: WorkerArgs<Method>
  ): Promise<WorkerValue<Method>> {
    return this.#ask(method, ...args).catch((cause) => {
      throw new ZubiError('check_failed', {}, { cause });
    });
  }

  #unvalidated(code: IssueCode & ('file_time_limit' | 'file_not_checked')): ValidatedDocument {
    const params =
      code === 'file_time_limit' ? { seconds: Math.ceil(this.#settings.timeLimitMs / 1000) } : {};
    const issues = [makeIssue({ layer: 'file', code, params })];
    return { validation: resultOf({ issues }), xmlGzip: null };
  }
}

/** A view of a larger buffer would be copied with the whole buffer. */
function copyWhenShared(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
}

function ownAnswer({ body, refusals }: AnswerToRead): AnswerToRead {
  return { body: copyWhenShared(body), refusals };
}

function ownBytes(source: DocumentSource): DocumentSource {
  return source.kind === 'path' ? source : { kind: 'bytes', bytes: copyWhenShared(source.bytes) };
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
