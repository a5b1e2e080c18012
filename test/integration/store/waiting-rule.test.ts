import type Database from 'better-sqlite3';
import { beforeEach, expect, it } from 'vitest';
import { checkWaiting } from '../../../main/platform/db/derived-check.ts';
import { openEmptyHistory } from './empty-history.ts';
import { insertCompanyRow } from './rows.ts';

let database: Database.Database;

beforeEach(async () => {
  const history = await openEmptyHistory();
  database = history.database;
  await insertCompanyRow(history.queries, { id: 'one', name: 'Uno SL' });
});

interface Row {
  readonly operation?: 'creation' | 'modification' | 'cancellation';
  readonly state: string;
  readonly previous?: string;
  readonly file?: string;
  /** By record: the code of a refusal, `doubtful` for accepted with errors, or null. */
  readonly results?: readonly (string | null)[];
  /** The identity of each record. */
  readonly records?: readonly string[];
  readonly code?: string;
  readonly asked?: string;
}

/** Adds a submission; the triggers look at it and at its results as in a real history. */
function add(id: string, row: Row): void {
  const { operation = 'creation', state, previous = null, file = null, results = [] } = row;
  const { records = [], code = null, asked = null } = row;
  const sequence = Number(database.prepare('select count(*) + 1 from submissions').pluck().get());
  const sha256 = String(sequence).padEnd(64, 'a');
  database.prepare("insert into documents values (?, 1, x'00', '2026-01-01')").run(sha256);
  database
    .prepare(
      `insert into submissions (id, sequence, file_name, model, operation, fiscal_year, tax_id,
        taxpayer_name, company_id, company_name, record_count, schema_id, environment, base_url,
        created_at, sha256, state, previous_id, worklist_file_id, answer_code, next_attempt_at)
      values (?, ?, 'a.xml', '240', ?, 2026, 'B95000037', 'Uno SL', 'one', 'Uno SL', 2,
        '240-received', 'test', 'http://a', '2026-11-24', ?, 'queued', ?, ?, ?, ?)`,
    )
    .run(id, sequence, operation, sha256, previous, file, code, asked);
  const record = database.prepare('insert into submission_records values (?, ?, ?)');
  for (const [index, each] of records.entries())
    record.run(sequence, index + 1, Buffer.from(each.padEnd(16)));
  const tell = database.prepare(
    'insert into record_results (submission_id, position, record, state, code) values (?, ?, ?, ?, ?)',
  );
  for (const [index, each] of results.entries())
    if (each === 'doubtful') tell.run(id, index, index + 1, 'accepted_with_errors', null);
    else tell.run(id, index, index + 1, each === null ? 'correct' : 'incorrect', each);
  const refused = results.filter((each) => each !== null && each !== 'doubtful').length;
  const doubtful = results.filter((each) => each === 'doubtful').length;
  database
    .prepare(
      `update submissions set state = ?, records_indexed = 1, incorrect_count = ?,
        accepted_with_errors_count = ? where id = ?`,
    )
    .run(state, refused, doubtful, id);
}

function origin(file: string, kind: string, submission: string): void {
  database
    .prepare(
      "insert into file_origins (file_id, kind, submission_id, file_name) values (?, ?, ?, 'a.xml')",
    )
    .run(file, kind, submission);
}

/** `corrects`: whether the file has all records that the submission needs. */
function join(file: string, submission: string, corrects = 1): void {
  database
    .prepare('insert into joined_sources (file_id, submission_id, corrects) values (?, ?, ?)')
    .run(file, submission, corrects);
}

/** The waiting submissions by the stored list, which the rule itself confirms. */
function waiting(): unknown[] {
  checkWaiting(database);
  const ids =
    'select id from waiting_submissions join submissions using (sequence) order by sequence';
  return database.prepare(ids).pluck().all();
}

const [there, missing, wrong] = ['B4_2000003', 'B4_2000004', 'B4_1000002'];

it('a creation whose records the ledger had waits until they are sent as a modification', () => {
  add('all', { state: 'rejected', results: [there, there] });
  add('some', { state: 'rejected', results: [there, wrong] });
  expect(waiting()).toEqual(['all', 'some']);
  for (const previous of ['all', 'some'])
    add(`${previous}-changed`, { operation: 'modification', state: 'accepted', previous });
  expect(waiting()).toEqual(['some']);
});

it('a modification whose records the ledger lacked waits until they are sent as new', () => {
  const refused = { operation: 'modification', state: 'rejected' } as const;
  add('all', { ...refused, results: [missing, missing] });
  add('some', { ...refused, results: [missing, wrong] });
  for (const previous of ['all', 'some']) add(`${previous}-new`, { state: 'accepted', previous });
  expect(waiting()).toEqual(['some']);
});

it('submissions whose corrections one file joins wait until it is sent, and again when it fails', () => {
  for (const id of ['first', 'second', 'other']) add(id, { state: 'rejected', results: [there] });
  join('file', 'second');
  add('joined', { operation: 'modification', state: 'queued', previous: 'first', file: 'file' });
  expect(waiting()).toEqual(['other']);
  database.exec("update submissions set state = 'failed' where id = 'joined'");
  expect(waiting()).toEqual(['first', 'second', 'other', 'joined']);
});

it('records modified in their form are no correction of the other ones', () => {
  const refused = { operation: 'modification', state: 'rejected', results: [wrong] } as const;
  for (const id of ['other', 'whole', 'part', 'corrected']) add(id, refused);
  origin('a', 'modified', 'other');
  origin('b', 'modified', 'other');
  join('b', 'whole');
  join('b', 'part', 0);
  origin('c', 'rejected', 'corrected');
  const accepted = { operation: 'modification', state: 'accepted' } as const;
  add('a', { ...accepted, previous: 'other', file: 'a' });
  add('b', { ...accepted, previous: 'other', file: 'b' });
  add('c', { ...accepted, previous: 'corrected', file: 'c' });
  expect(waiting()).toEqual(['other', 'part']);
});

it('a submission waits for its records with errors, too', () => {
  const half = { state: 'partially_accepted', results: [wrong, 'doubtful'] } as const;
  add('half', { ...half, records: ['a', 'b'] });
  add('half-new', { state: 'accepted', previous: 'half', records: ['a'] });
  add('whole', { ...half, records: ['c', 'd'] });
  add('whole-new', { state: 'accepted', previous: 'whole', records: ['c'] });
  const changed = { operation: 'modification', state: 'accepted' } as const;
  add('whole-changed', { ...changed, previous: 'whole', records: ['d'] });
  expect(waiting()).toEqual(['half']);
});

it('a modification waits whose records with errors alone were sent again', () => {
  const half = { operation: 'modification', state: 'partially_accepted' } as const;
  const again = { operation: 'modification', state: 'accepted' } as const;
  for (const id of ['half', 'whole']) {
    add(id, { ...half, results: [wrong, 'doubtful'] });
    origin(`${id} doubtful`, 'accepted_with_errors', id);
    add(`${id}-again`, { ...again, previous: id, file: `${id} doubtful` });
  }
  origin('refused', 'rejected', 'whole');
  add('whole-at-last', { ...again, previous: 'whole', file: 'refused' });
  expect(waiting()).toEqual(['half']);
});

it('what the service has queued waits for nobody while Zubi asks for its end', () => {
  const asked = '2026-11-21T09:01:00.000Z';
  add('asked', { state: 'unknown', code: 'answer_queued', asked });
  add('asked no more', { state: 'unknown', code: 'answer_queued' });
  add('interrupted', { state: 'unknown', code: 'interrupted' });
  add('failed', { state: 'failed', code: 'service_busy', asked });
  const others = ['asked no more', 'interrupted', 'failed'];
  expect(waiting()).toEqual(others);
  database.exec("update submissions set next_attempt_at = null where id = 'asked'");
  expect(waiting()).toEqual(['asked', ...others]);
});
