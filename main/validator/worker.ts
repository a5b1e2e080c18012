import { promisify } from 'node:util';
import { workerData } from 'node:worker_threads';
import { gzip } from 'node:zlib';
import { locateRecords } from './extract/locate-records.ts';
import { makeDocuments } from './extract/make-documents.ts';
import type { MadeDocument, MakeOrder } from './extract/make-order.ts';
import { readAnswer } from './extract/read-answer.ts';
import { readLedgerResponse } from './extract/read-response.ts';
import { fix } from './fixes/fix-document.ts';
import type { FixOrder, FixResult } from './fixes/fix-order.ts';
import { takeIn } from './intake.ts';
import { countIssues, emptyResult, makeIssue } from './issue-list.ts';
import { createLedgerEngine } from './ledger-engine.ts';
import { readRecordSummaries } from './read-records.ts';
import { LedgerFaults } from './rules/ledger-faults.ts';
import type { SchemaPackage } from './schema/schema-package.ts';
import { toDayNumber, todayInMadrid } from './today.ts';
import { validateDocument } from './validate-document.ts';
import type {
  AnswerReading,
  AnswerToRead,
  DocumentSource,
  LedgerResponse,
  LocatedRecord,
  RecordSummary,
  ValidatedDocument,
  ValidationOptions,
} from './validator-port.ts';
import type { SourcePiece, SourceRefusal, SourceRequest } from './xml/source-order.ts';
import { readSourcePiece } from './xml/source-text.ts';

/** One document to be checked. */
export interface ValidateTask {
  readonly kind: 'validate';
  readonly source: DocumentSource;
  readonly options: ValidationOptions;
}

/**
 * What a thread is asked; `start` only to be there, with the schemas compiled when there is time
 * for it.
 */
export type WorkerTask =
  | { readonly kind: 'start'; readonly compile: boolean }
  | ValidateTask
  | { readonly kind: 'validate_many'; readonly tasks: readonly ValidateTask[] }
  | { readonly kind: 'read_records'; readonly xml: Uint8Array }
  | { readonly kind: 'locate_records'; readonly xml: Uint8Array; readonly schemaId: string }
  | { readonly kind: 'make'; readonly xml: Uint8Array; readonly order: MakeOrder }
  | { readonly kind: 'fix'; readonly xml: Uint8Array; readonly order: FixOrder }
  | { readonly kind: 'read_response'; readonly xml: Uint8Array }
  | { readonly kind: 'read_answer'; readonly answer: AnswerToRead }
  | { readonly kind: 'read_answered'; readonly xml: Uint8Array; readonly answer: AnswerToRead }
  | {
      readonly kind: 'read_source';
      readonly source: DocumentSource;
      readonly piece: SourceRequest;
    };

/** What a thread answers; with `mustRecycle` the thread must be ended. */
export type WorkerAnswer =
  | { readonly kind: 'started'; readonly mustRecycle: false }
  | {
      readonly kind: 'validated';
      readonly validated: ValidatedDocument;
      readonly mustRecycle: boolean;
    }
  /**
   * In the order of the tasks, at least one; fewer when the thread must be recycled, or they
   * take long.
   */
  | {
      readonly kind: 'validated_many';
      readonly answers: readonly WorkerAnswer[];
      readonly mustRecycle: boolean;
    }
  | {
      readonly kind: 'records';
      readonly records: readonly RecordSummary[] | null;
      readonly mustRecycle: boolean;
    }
  | {
      readonly kind: 'located';
      readonly records: readonly LocatedRecord[];
      readonly mustRecycle: false;
    }
  | {
      readonly kind: 'made';
      readonly documents: readonly MadeDocument[] | null;
      readonly mustRecycle: boolean;
    }
  | { readonly kind: 'fixed'; readonly result: FixResult; readonly mustRecycle: boolean }
  | {
      readonly kind: 'response';
      readonly response: LedgerResponse | null;
      readonly mustRecycle: boolean;
    }
  | { readonly kind: 'answer'; readonly answer: AnswerReading; readonly mustRecycle: boolean }
  | {
      readonly kind: 'answered';
      readonly records: readonly RecordSummary[] | null;
      readonly answer: AnswerReading;
      readonly mustRecycle: boolean;
    }
  | {
      readonly kind: 'source';
      readonly piece: SourcePiece | SourceRefusal;
      readonly mustRecycle: false;
    };

const compress = promisify(gzip);
/**
 * One pass of gzip at this level costs a tenth of a validation, and a third of what a level of 6
 * costs.
 */
const gzipLevel = 3;

// A thread's own state: it is made once when the thread starts and ends with it.
const schemaPackage = workerData as SchemaPackage;
const engine = createLedgerEngine(schemaPackage);

/** Answers one task. */
export async function answer(task: WorkerTask): Promise<WorkerAnswer> {
  switch (task.kind) {
    case 'start':
      if (task.compile) for (const { id } of schemaPackage.schemas) engine.compile(id);
      return { kind: 'started', mustRecycle: false };
    case 'validate':
      return await validate(task.source, task.options);
    case 'validate_many':
      return await answerTogether(task.tasks, answer);
    case 'read_records': {
      const { records, mustRecycle } = readRecordSummaries(task.xml, engine.schemas);
      return { kind: 'records', records, mustRecycle };
    }
    case 'locate_records': {
      const records = locateRecords(task.xml, task.schemaId, engine.schemas);
      return { kind: 'located', records, mustRecycle: false };
    }
    case 'make':
      return { kind: 'made', ...makeDocuments(task.xml, task.order, engine.schemas) };
    case 'fix':
      return {
        kind: 'fixed',
        ...fix(task.xml, task.order, { today: todayInMadrid(new Date()), engine }),
      };
    case 'read_response':
      return { kind: 'response', ...readLedgerResponse(task.xml) };
    case 'read_answer':
      return { kind: 'answer', ...readAnswer(task.answer) };
    case 'read_answered': {
      const { records, mustRecycle } = readRecordSummaries(task.xml, engine.schemas);
      const read = readAnswer(task.answer);
      return {
        kind: 'answered',
        records,
        answer: read.answer,
        mustRecycle: mustRecycle || read.mustRecycle,
      };
    }
    case 'read_source':
      return { kind: 'source', piece: readSource(task.source, task.piece), mustRecycle: false };
  }
}

function readSource(source: DocumentSource, request: SourceRequest): SourcePiece | SourceRefusal {
  const intake = takeIn(source, request.maxFileBytes);
  if (intake.kind === 'bytes')
    return readSourcePiece(intake.bytes, request) ?? { refused: 'not_text' };
  if (intake.code.startsWith('file_too_large')) return { refused: 'too_large' };
  if (intake.code === 'file_not_found') return { refused: 'not_found' };
  return { refused: 'not_text' };
}

/**
 * Longest a thread goes on with files that came together: what is left may go to another thread.
 */
const togetherMs = 50;

/**
 * Answers tasks one after the other until the thread must be recycled, or they have taken
 * long.
 */
export async function answerTogether(
  tasks: readonly ValidateTask[],
  answerOne: (task: ValidateTask) => Promise<WorkerAnswer>,
): Promise<WorkerAnswer> {
  const answers: WorkerAnswer[] = [];
  const until = performance.now() + togetherMs;
  for (const task of tasks) {
    const answer = await answerOne(task);
    answers.push(answer);
    if (answer.mustRecycle) return { kind: 'validated_many', answers, mustRecycle: true };
    if (performance.now() > until) break;
  }
  return { kind: 'validated_many', answers, mustRecycle: false };
}

/**
 * Where small files are read into, one after the other: to make a place for each costs as much as
 * reading it.
 */
const readingRoom = Buffer.allocUnsafeSlow(512 * 1024);

async function validate(source: DocumentSource, options: ValidationOptions): Promise<WorkerAnswer> {
  const intake = takeIn(source, options.maxFileBytes, readingRoom);
  if (intake.kind === 'refused') {
    const { code, params, document } = intake;
    const issues = [makeIssue({ layer: 'file', code, params })];
    const validation = {
      ...emptyResult,
      kind: document,
      issues,
      issueCounts: countIssues(issues),
    };
    return { kind: 'validated', validated: { validation, xmlGzip: null }, mustRecycle: false };
  }
  const { bytes } = intake;
  // Compression runs on the system's threads while this one checks. It pauses for this thread
  // whenever its output is full, so there is room for all of it.
  const chunkSize = 4096 + Math.ceil(bytes.length / 4);
  const compressed = options.keepXml ? compress(bytes, { level: gzipLevel, chunkSize }) : null;
  const today =
    options.today === undefined ? todayInMadrid(new Date()) : toDayNumber(options.today);
  const ledgerFaults = options.ledgerFaults === true ? new LedgerFaults() : undefined;
  const { validation, mustRecycle } = validateDocument(
    bytes,
    { checks: options.checks, today, ledgerFaults },
    engine,
  );
  const gzipped = await compressed;
  const xmlGzip =
    gzipped === null || validation.verdict === 'unreadable' ? null : new Uint8Array(gzipped);
  const told = ledgerFaults === undefined ? {} : { ledgerFaults: ledgerFaults.list() };
  return { kind: 'validated', validated: { validation, xmlGzip, ...told }, mustRecycle };
}
