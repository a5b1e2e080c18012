import { promisify } from 'node:util';
import { workerData } from 'node:worker_threads';
import { gzip } from 'node:zlib';
import type { SourcePiece } from '../../contract/methods/sources.ts';
import type { BatchAnswer } from '../platform/workers/worker-pool.ts';
import { makeDocuments } from './extract/make-documents.ts';
import type { MakeOrder } from './extract/make-order.ts';
import { readAnswer } from './extract/read-answer.ts';
import { locateRecords, readRecordSummaries } from './extract/read-records.ts';
import { readLedgerResponse } from './extract/read-response.ts';
import { readRecordForm } from './extract/record-form.ts';
import { fix, offerFixes } from './fixes/fix-document.ts';
import type { FixOrder } from './fixes/fix-order.ts';
import { takeIn } from './intake.ts';
import { makeIssue, resultOf, withIssue } from './issue-list.ts';
import { createLedgerEngine } from './ledger-engine.ts';
import { LedgerFaults } from './rules/ledger-faults.ts';
import type { SchemaPackage } from './schema/schema-package.ts';
import { toDayNumber, todayInMadrid } from './today.ts';
import { validateDocument } from './validate-document.ts';
import type {
  AnswerToRead,
  DocumentSource,
  ValidatedDocument,
  ValidationOptions,
} from './validator-port.ts';
import { holdsLedgerDocument, type Wrapper } from './wrapped-document.ts';
import { mustReplaceEngine } from './xml/libxml.ts';
import { readSourcePiece, type SourceRefusal, type SourceRequest } from './xml/source-text.ts';

const compress = promisify(gzip);
/** gzip at this level takes a tenth of a validation's time, and a third of level 6. */
const gzipLevel = 3;

// A thread's own state, from its start to its end.
const schemaPackage = workerData as SchemaPackage;
const engine = createLedgerEngine(schemaPackage);

/** The calls of a thread. */
const methods = {
  /** Only starts the thread; compiles all schemas too when `compile` is true. */
  start: (compile: boolean) => {
    if (compile) for (const { id } of schemaPackage.schemas) engine.compile(id);
  },
  validate,
  readRecords: (xml: Uint8Array) => readRecordSummaries(xml, engine.schemas),
  locateRecords: (xml: Uint8Array, schemaId: string) =>
    locateRecords(xml, schemaId, engine.schemas),
  makeDocuments: (xml: Uint8Array, order: MakeOrder) => makeDocuments(xml, order, engine),
  readRecordForm: (xml: Uint8Array, record: number) => readRecordForm(xml, record, engine),
  offerFixes: (xml: Uint8Array) => offerFixes(xml, { today: todayInMadrid(new Date()), engine }),
  fix: (xml: Uint8Array, order: FixOrder) =>
    fix(xml, order, { today: todayInMadrid(new Date()), engine }),
  readLedgerResponse,
  readAnswer,
  readAnswered: (xml: Uint8Array, toRead: AnswerToRead) => ({
    records: readRecordSummaries(xml, engine.schemas),
    answer: readAnswer(toRead),
  }),
  holdsDocument: holdsLedgerDocument,
  readSource,
};

type Methods = typeof methods;
export type WorkerMethod = keyof Methods;
export type WorkerArgs<Method extends WorkerMethod> = Parameters<Methods[Method]>;
export type WorkerValue<Method extends WorkerMethod> = Awaited<ReturnType<Methods[Method]>>;

/** One call of a method. */
export interface WorkerCall<Method extends WorkerMethod = WorkerMethod> {
  readonly method: Method;
  readonly args: WorkerArgs<Method>;
}

export function ready(): void {}

export async function answer(calls: readonly WorkerCall[]): Promise<BatchAnswer<unknown>> {
  return answerInTurn(calls, answerOne);
}

/** The value of one call; with `mustRecycle` the thread must be ended. */
export async function answerOne({ method, args }: WorkerCall) {
  const run = methods[method] as (...args: readonly unknown[]) => unknown;
  const value = await run(...args);
  return { value, mustRecycle: mustReplaceEngine() };
}

/** Time limit of a batch; the rest may go to another thread. */
const togetherMs = 50;

/** Answers calls in turn until the thread must be recycled or the time limit is over. */
export async function answerInTurn(
  calls: readonly WorkerCall[],
  answerCall: typeof answerOne,
): Promise<BatchAnswer<unknown>> {
  const answers: unknown[] = [];
  const until = performance.now() + togetherMs;
  for (const call of calls) {
    const { value, mustRecycle } = await answerCall(call);
    answers.push(value);
    if (mustRecycle) return { answers, mustRecycle };
    if (performance.now() > until) break;
  }
  return { answers, mustRecycle: false };
}

function readSource(source: DocumentSource, request: SourceRequest): SourcePiece | SourceRefusal {
  const intake = takeIn(source, request.maxFileBytes);
  if (intake.kind === 'bytes')
    return readSourcePiece(intake.bytes, request) ?? { refused: 'not_text' };
  if (intake.code.startsWith('file_too_large')) return { refused: 'too_large' };
  if (intake.code === 'file_not_found') return { refused: 'not_found' };
  return { refused: 'not_text' };
}

async function validate(
  source: DocumentSource,
  options: ValidationOptions,
): Promise<ValidatedDocument> {
  const intake = takeIn(source, options.maxFileBytes);
  if (intake.kind === 'refused') {
    const { code, params, document } = intake;
    const issues = [makeIssue({ layer: 'file', code, params })];
    return { validation: resultOf({ kind: document, issues }), xmlGzip: null };
  }
  const { bytes } = intake;
  // Compression runs on the system's threads while this one checks. It stops while its output is
  // full, so the buffer holds all of it.
  const chunkSize = 4096 + Math.ceil(bytes.length / 4);
  const compressed = options.keepXml ? compress(bytes, { level: gzipLevel, chunkSize }) : null;
  const today =
    options.today === undefined ? todayInMadrid(new Date()) : toDayNumber(options.today);
  const ledgerFaults = options.ledgerFaults === true ? new LedgerFaults() : undefined;
  const { checks } = options;
  const checked = validateDocument(bytes, { checks, today, ledgerFaults }, engine);
  const { wrapper } = intake;
  const validation = wrapper === undefined ? checked : withIssue(checked, toldOf(wrapper));
  const gzipped = await compressed;
  const xmlGzip =
    gzipped === null || validation.verdict === 'unreadable' ? null : new Uint8Array(gzipped);
  const told = ledgerFaults === undefined ? {} : { ledgerFaults: ledgerFaults.list() };
  return { validation, xmlGzip, ...told };
}

/** Tells that the document came inside another format, and is checked alone. */
function toldOf(wrapper: Wrapper) {
  const params = { wrapper };
  return makeIssue({ layer: 'file', severity: 'info', code: 'file_unwrapped', params });
}
