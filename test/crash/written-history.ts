import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { insertAnswer } from '../../main/features/submissions/answers-table.ts';
import { addEvent } from '../../main/features/submissions/events-table.ts';
import { insertRecordResults } from '../../main/features/submissions/record-results-table.ts';
import { moveSubmission } from '../../main/features/submissions/submissions-table.ts';
import { keepDocument } from '../../main/platform/db/documents-table.ts';
import type { Queries, RecordResultsTable, Transaction } from '../../main/platform/db/tables.ts';
import { insertSubmissionRow } from '../integration/store/rows.ts';

/** A submission's commits: queued, sending, accepted. */
const steps = 3;
const recordsEach = 5;
const at = '2026-11-21T09:00:00.000Z';

/** The submission of a commit, and the state it moves to. */
function placeOf(commit: number): { id: string; number: number; step: number } {
  const number = Math.floor((commit - 1) / steps);
  return { id: `s${number}`, number, step: (commit - 1) % steps };
}

/** Makes the given commit (from 1) of a history in which each one is known beforehand. */
export async function writeCommit(queries: Queries, commit: number): Promise<void> {
  const { id, number, step } = placeOf(commit);
  await queries.transaction().execute(async (transaction) => {
    if (step === 0) {
      const xml = Buffer.from(`<a>${number}</a>`);
      const sha256 = createHash('sha256').update(xml).digest('hex');
      await keepDocument(transaction, { sha256, sizeBytes: xml.length, gzip: gzipSync(xml), at });
      await insertSubmissionRow(transaction, { id, state: 'queued', sha256 });
      await addEvent(transaction, id, { at, kind: 'queued', data: {} });
    } else if (step === 1) {
      await moveSubmission(transaction, id, 'queued', { state: 'sending', sent_at: at });
      await addEvent(transaction, id, { at, kind: 'sending', data: {} });
    } else await writeAnswer(transaction, id);
  });
}

async function writeAnswer(transaction: Transaction, id: string): Promise<void> {
  await moveSubmission(transaction, id, 'sending', { state: 'accepted', finished_at: at });
  await insertAnswer(transaction, {
    submission_id: id,
    status: 200,
    content_type: 'application/json',
    body_gzip: Buffer.alloc(3000, id),
    latency_ms: 1,
    ledger_response_gzip: null,
  });
  await insertRecordResults(
    transaction,
    Array.from({ length: recordsEach }, (_, index) => toResult(id, index + 1)),
  );
  await addEvent(transaction, id, { at, kind: 'answered', data: {} });
}

function toResult(id: string, position: number): RecordResultsTable {
  const key = {
    issuer: 'A99800476',
    series: null,
    date: '01-02-2026',
    epigraph: null,
    concept: null,
  };
  return {
    submission_id: id,
    position,
    record: position,
    ...key,
    number: `${id}-${position}`,
    line: null,
    counterparty: 'Zubieta Paper SA',
    amount: '10.00',
    state: 'correct',
    code: null,
    message_es: null,
    message_eu: null,
  };
}

/** A submission's state, and its number of rows of each kind. */
export interface Standing {
  readonly id: string;
  readonly state: string;
  readonly events: number;
  readonly answers: number;
  readonly results: number;
}

/** A history after so many commits: there is one such state for each number. */
export function stateAfter(commits: number): Standing[] {
  const all: Standing[] = [];
  for (let commit = 1; commit <= commits; commit += 1) {
    const { id, number, step } = placeOf(commit);
    const state = ['queued', 'sending', 'accepted'][step] ?? '';
    const answered = step === 2;
    all[number] = {
      id,
      state,
      events: step + 1,
      answers: answered ? 1 : 0,
      results: answered ? recordsEach : 0,
    };
  }
  return all;
}

/** The same, read from the disk. */
export function readState(path: string): Standing[] {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const count = (table: string) =>
      `(select count(*) from ${table} where submission_id = submissions.id) as ${table}`;
    const rows = database
      .prepare(
        `select id, state, ${count('submission_events')}, ${count('answers')}, ${count('record_results')}
        from submissions order by sequence`,
      )
      .raw()
      .all() as [string, string, number, number, number][];
    return rows.map(([id, state, events, answers, results]) => ({
      id,
      state,
      events,
      answers,
      results,
    }));
  } finally {
    database.close();
  }
}

/** The number of commits that lead to a state, if it is a known one. */
export function commitsOf(state: readonly Standing[]): number {
  return state.reduce((sum, { events }) => sum + events, 0);
}
