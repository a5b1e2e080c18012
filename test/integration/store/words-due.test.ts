import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SubmissionFilter } from '../../../contract/submission.ts';
import { listSubmissions } from '../../../main/store/history-pages.ts';
import { checkSearch } from '../../../main/store/search-check.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import { writeDueWords } from '../../../main/store/words-due.ts';

const at = '2026-01-01T00:00:00Z';
const clock = () => new Date('2026-11-20T09:00:00Z');
let folder: string;
let store: Store;
/** Beside the store, as rows come: through the triggers. */
let database: Database.Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-words-'));
  store = await openStore(folder, clock);
  database = new Database(join(folder, 'zubi.db'));
  database.exec(`
    insert into companies (id, environment, is_individual, full_name, tax_id, territory_id, territory_name, authorization, created_at)
      values ('one', 'sandbox', 0, 'Lantegi Bat SL', 'A99800476', '48', 'Bizkaia', 'approved', '${at}')`);
});
afterEach(async () => {
  database.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function add(sequence: number, state = 'queued', records = 1): void {
  const sha256 = String(sequence).padStart(64, '0');
  database.prepare('insert into documents values (?, 3, ?, ?)').run(sha256, Buffer.from([1]), at);
  database
    .prepare(`
      insert into submissions (id, sequence, sha256, file_name, model, operation, fiscal_year, tax_id, taxpayer_name, company_id, company_name,
        record_count, schema_id, state, environment, base_url, created_at)
      values (?, ?, ?, ?, '240', 'creation', 2026, 'A99800476', 'Lantegi Bat SL', 'one', 'Lantegi Bat SL', ?, 's', ?, 'sandbox', 'http://a', '${at}')`)
    .run(`id-${sequence}`, sequence, sha256, `fitxategia${sequence}.xml`, records, state);
}

function answer(sequence: number, state: string, number: string): void {
  const set = database.prepare('update submissions set state = ?, identifier = ? where sequence = ?');
  set.run(state, `LROE${sequence}`, sequence);
  database
    .prepare(`insert into record_results (submission_id, position, number, counterparty, state)
      values (?, 1, ?, 'Hornitzailea', 'correct'), (?, 2, ?, 'Hornitzailea', 'correct')`)
    .run(`id-${sequence}`, number, `id-${sequence}`, `${number}b`);
}

const find = async (filter: SubmissionFilter, queries = store.queries) =>
  (await listSubmissions(queries, filter, { before: null, limit: 200 })).rows.map(({ id }) => id);
const due = () =>
  database.prepare('select sequence from words_due order by sequence').pluck().all() as number[];

test('what has changed is due, and a search writes it first', async () => {
  for (const sequence of [1, 2, 3]) add(sequence);
  expect(due()).toEqual([1, 2, 3]);
  expect(await find({ text: 'fitxategia2' })).toEqual(['id-2']);
  expect(due()).toEqual([]);
  database.exec("update submissions set state = 'sending' where sequence < 3");
  // It is found under the same mark as before: nothing is to be written.
  expect(due()).toEqual([]);
  answer(1, 'accepted', 'F-77');
  answer(2, 'rejected', 'F-78');
  expect(due()).toEqual([1, 2]);
  expect(await find({ text: 'f 78b', waiting: true })).toEqual(['id-2']);
  expect(await find({ text: 'lroe1' })).toEqual(['id-1']);
  expect(await find({ text: 'hornitzailea' })).toEqual(['id-2', 'id-1']);
  expect(await find({ text: 'fitxategia', states: ['queued'] })).toEqual(['id-3']);
  expect(due()).toEqual([]);
  checkSearch(database);
  database.exec(`update submissions set dismissed_at = '${at}' where sequence = 2`);
  expect(due()).toEqual([2]);
  expect(await find({ text: 'hornitzailea', dismissed: true })).toEqual(['id-2']);
  expect(await find({ text: 'hornitzailea', waiting: true })).toEqual([]);
  checkSearch(database);
});

test('it is written in strokes: many small ones together, a large one by itself', async () => {
  for (let sequence = 1; sequence <= 60; sequence += 1) add(sequence);
  add(61, 'queued', 5000);
  add(62);
  const left: number[] = [];
  while (await writeDueWords(store.queries)) left.push(due().length);
  expect(left).toEqual([37, 12, 2, 1, 0]);
  checkSearch(database);
});

test('what was due when the process ended is found by the next one', async () => {
  add(1);
  await store.close();
  store = await openStore(folder, clock);
  expect(due()).toEqual([1]);
  checkSearch(database);
  expect(await find({ text: 'fitxategia1' })).toEqual(['id-1']);
});

test('a process that does not own the folder writes nothing', async () => {
  add(1);
  await find({ text: 'fitxategia1' });
  add(2);
  const guest = await openStore(folder, clock, { owns: false });
  try {
    expect(await find({ text: 'fitxategia' }, guest.queries)).toEqual(['id-1']);
    expect(due()).toEqual([2]);
  } finally {
    await guest.close();
  }
  expect(await find({ text: 'fitxategia' })).toEqual(['id-2', 'id-1']);
});
