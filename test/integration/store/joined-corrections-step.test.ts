import type Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { checkWaiting } from '../../../main/platform/db/derived-check.ts';
import { joinedCorrections } from '../../../main/platform/db/migrations/033-joined-corrections.ts';
import { modifiedIsNoCorrection } from '../../../main/platform/db/migrations/035-modified-is-no-correction.ts';
import { openHistoryBefore } from './empty-history.ts';

/** A modification refused because the ledger lacked its records, and its creation afterwards. */
function fill(database: Database.Database) {
  database.exec(`
    insert into companies (id, service_id, environment, is_individual, full_name, tax_id,
      territory_id, territory_name, "authorization", created_at)
    values ('one', '1', 'sandbox', 0, 'Uno SL', 'B95000037', '48', 'Bizkaia', 'approved', '2026-01-01')`);
  const keep = database.prepare(
    "insert into documents (sha256, size_bytes, gzip, created_at) values (?, 1, x'00', '2026-01-01')",
  );
  const insert = database.prepare(`
    insert into submissions (id, sequence, file_name, model, operation, fiscal_year, tax_id,
      taxpayer_name, company_id, company_name, record_count, schema_id, environment, base_url,
      created_at, sha256, state, previous_id, incorrect_count, worklist_file_id)
    values (?, ?, 'a.xml', '240', ?, 2026, 'B95000037', 'Uno SL', 'one', 'Uno SL', 2,
      '240-received', 'sandbox', 'http://a', '2026-11-24', ?, ?, ?, ?, ?)`);
  const tell = database.prepare(`
    insert into record_results (submission_id, position, record, state, code)
    values (?, ?, ?, 'incorrect', ?)`);
  let sequence = 0;
  return (
    id: string,
    row: { operation: string; state: string; codes?: string[]; previous?: string; file?: string },
  ) => {
    sequence += 1;
    const sha256 = String(sequence).padEnd(64, 'a');
    keep.run(sha256);
    const { operation, state, codes = [], previous = null, file = null } = row;
    insert.run(id, sequence, operation, sha256, state, previous, codes.length, file);
    for (const [index, code] of codes.entries()) tell.run(id, index + 1, index + 1, code);
  };
}

const missing = ['B4_2000004', 'B4_2000004'];
const there = ['B4_2000003'];

it('a modification waits no more once its missing records are sent as new; the mixed one does', async () => {
  const { database, migrateOn } = await openHistoryBefore(joinedCorrections.version);
  const add = fill(database);
  const refused = { operation: 'modification', state: 'rejected' };
  add('all', { ...refused, codes: missing });
  add('some', { ...refused, codes: ['B4_2000004', 'B4_1000002'] });
  for (const previous of ['all', 'some'])
    add(`${previous}-new`, { operation: 'creation', state: 'accepted', previous });
  const waiting = () =>
    database.prepare('select sequence from waiting_submissions order by 1').pluck().all();
  expect(waiting()).toEqual([1, 2]);
  await migrateOn();
  expect(waiting()).toEqual([2]);
  checkWaiting(database);
});

it('submissions whose corrections one file joins wait until it is sent, and again when it fails', async () => {
  const { database, migrateOn } = await openHistoryBefore(joinedCorrections.version);
  const add = fill(database);
  for (const id of ['first', 'second', 'other'])
    add(id, { operation: 'creation', state: 'rejected', codes: there });
  await migrateOn();
  database.exec("insert into joined_sources (file_id, submission_id) values ('file', 'second')");
  const waiting = () =>
    database.prepare('select sequence from waiting_submissions order by 1').pluck().all();
  expect(waiting()).toEqual([1, 2, 3]);
  add('joined', { operation: 'modification', state: 'queued', previous: 'first', file: 'file' });
  expect(waiting()).toEqual([3]);
  database.exec("update submissions set state = 'failed' where id = 'joined'");
  expect(waiting()).toEqual([1, 2, 3, 4]);
  checkWaiting(database);
});

it('submissions wait again whose only follower has other records, modified in their form', async () => {
  const { database, migrateOn } = await openHistoryBefore(modifiedIsNoCorrection.version);
  const add = fill(database);
  for (const id of ['other', 'whole', 'corrected'])
    add(id, { operation: 'modification', state: 'rejected', codes: ['B4_1000002'] });
  const origin = database.prepare(
    "insert into file_origins (file_id, kind, submission_id, file_name) values (?, ?, ?, 'a.xml')",
  );
  origin.run('a', 'modified', 'other');
  origin.run('b', 'modified', 'other');
  database.exec("insert into joined_sources (file_id, submission_id) values ('b', 'whole')");
  origin.run('c', 'rejected', 'corrected');
  const accepted = { operation: 'modification', state: 'accepted' };
  add('a', { ...accepted, previous: 'other', file: 'a' });
  add('b', { ...accepted, previous: 'other', file: 'b' });
  add('c', { ...accepted, previous: 'corrected', file: 'c' });
  const waiting = () =>
    database.prepare('select sequence from waiting_submissions order by 1').pluck().all();
  expect(waiting()).toEqual([]);
  await migrateOn();
  expect(waiting()).toEqual([1]);
  checkWaiting(database);
});
