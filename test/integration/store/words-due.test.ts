import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SubmissionFilter } from '../../../contract/submission.ts';
import { listSubmissions } from '../../../main/store/history-pages.ts';
import { checkSearch } from '../../../main/store/search-check.ts';
import { lastOfAll } from '../../../main/store/search-words.ts';
import { openStore, type Store } from '../../../main/store/store.ts';
import { writeDueWords } from './due-words.ts';

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
  const set = database.prepare(
    'update submissions set state = ?, identifier = ? where sequence = ?',
  );
  set.run(state, `LROE${sequence}`, sequence);
  database
    .prepare(`insert into record_results (submission_id, position, number, counterparty, state)
      values (?, 1, ?, 'Hornitzailea', 'correct'), (?, 2, ?, 'Hornitzailea', 'correct')`)
    .run(`id-${sequence}`, number, `id-${sequence}`, `${number}b`);
}

const find = async (filter: SubmissionFilter, queries = store.queries) =>
  (await listSubmissions(queries, filter, { before: null, limit: 200 })).rows.map(({ id }) => id);
const findAll = async (filter: SubmissionFilter) => {
  await writeDueWords(store);
  return find(filter);
};
const due = () =>
  database.prepare('select sequence from words_due order by sequence').pluck().all() as number[];
const [everywhere, waits, dismissed] = [15, 2, 4];
const placesDue = () =>
  database.prepare('select sequence, places from words_due order by sequence').raw().all();
const stroke = (largeToo = true) => store.writeDueWords({ largeToo, patient: false });

test('what has changed is due, and found when it is written', async () => {
  for (const sequence of [1, 2, 3]) add(sequence);
  expect(due()).toEqual([1, 2, 3]);
  expect(await findAll({ text: 'fitxategia2' })).toEqual(['id-2']);
  expect(due()).toEqual([]);
  database.exec("update submissions set state = 'sending' where sequence < 3");
  // It is found under the same mark as before: nothing is to be written.
  expect(due()).toEqual([]);
  answer(1, 'accepted', 'F-77');
  answer(2, 'rejected', 'F-78');
  expect(due()).toEqual([1, 2]);
  expect(await findAll({ text: 'f 78b', waiting: true })).toEqual(['id-2']);
  expect(await findAll({ text: 'lroe1' })).toEqual(['id-1']);
  expect(await findAll({ text: 'hornitzailea' })).toEqual(['id-2', 'id-1']);
  expect(await findAll({ text: 'fitxategia', states: ['queued'] })).toEqual(['id-3']);
  expect(due()).toEqual([]);
  checkSearch(database);
  database.exec(`update submissions set dismissed_at = '${at}' where sequence = 2`);
  expect(due()).toEqual([2]);
  expect(await findAll({ text: 'hornitzailea', dismissed: true })).toEqual(['id-2']);
  expect(await findAll({ text: 'hornitzailea', waiting: true })).toEqual([]);
  checkSearch(database);
});

test('who only joins or leaves what waits, or is let be, is written at that place alone', async () => {
  add(1);
  answer(1, 'rejected', 'F-77');
  expect(placesDue()).toEqual([[1, everywhere]]);
  await writeDueWords(store);
  const [atAll, atDismissed] = [lastOfAll - 1, 2 * 2 ** 32 + lastOfAll - 1];
  const kept = () =>
    database.prepare('select id from record_search_docsize order by id').pluck().all();
  const before = kept();
  expect(before).toContain(atAll);
  // What is written anew would come back.
  database.exec(`delete from record_search where rowid = ${atAll}`);
  database.exec(`update submissions set dismissed_at = '${at}' where sequence = 1`);
  expect(placesDue()).toEqual([[1, waits | dismissed]]);
  await writeDueWords(store);
  expect(kept()).toEqual([atDismissed, 3 * 2 ** 32 + lastOfAll - 1]);
  expect(await find({ text: 'hornitzailea', dismissed: true })).toEqual(['id-1']);
  database.exec('update submissions set dismissed_at = null where sequence = 1');
  await writeDueWords(store);
  expect(kept()).toEqual(before.filter((id) => id !== atAll));
});

test('it is written in strokes: many small ones together, a large one by itself, a place at a time', async () => {
  for (let sequence = 1; sequence <= 60; sequence += 1) add(sequence);
  add(61, 'queued', 5000);
  add(62);
  const left: number[] = [];
  while (await stroke(false)) left.push(due().length);
  expect(left).toEqual([37, 12, 1]);
  expect(placesDue()).toEqual([[61, everywhere]]);
  checkSearch(database);
  const places: unknown[] = [];
  while (await stroke()) {
    places.push(placesDue());
    checkSearch(database);
  }
  expect(places).toEqual([[[61, 14]], [[61, 12]], [[61, 8]], []]);
  expect(await find({ text: 'fitxategia61' })).toEqual(['id-61']);
});

test('what is due and has changed since is found only where it still belongs, in pages as full as ever', async () => {
  for (let sequence = 1; sequence <= 6; sequence += 1) {
    add(sequence);
    answer(sequence, 'rejected', `F-${sequence}`);
  }
  await writeDueWords(store);
  database.exec(`update submissions set dismissed_at = '${at}' where sequence in (5, 6)`);
  expect(due()).toEqual([5, 6]);
  const waiting = { text: 'hornitzailea', waiting: true };
  expect(await find(waiting)).toEqual(['id-4', 'id-3', 'id-2', 'id-1']);
  const page = await listSubmissions(store.queries, waiting, { before: null, limit: 2 });
  expect([page.rows.map(({ id }) => id), page.total]).toEqual([['id-4', 'id-3'], 4]);
  database.exec("update submissions set state = 'unknown' where sequence = 1");
  expect(await find({ text: 'fitxategia', states: ['rejected'] })).toEqual(
    [6, 5, 4, 3, 2].map((sequence) => `id-${sequence}`),
  );
  expect(
    await find({ text: 'lantegi hornitzailea', states: ['rejected'], companyId: 'one' }),
  ).toEqual([]);
  expect(await find({ text: 'f hornitzailea', states: ['rejected'] })).not.toContain('id-1');
});

test('what was due when the process ended is found by the next one', async () => {
  add(1);
  await store.close();
  store = await openStore(folder, clock);
  expect(due()).toEqual([1]);
  checkSearch(database);
  expect(await findAll({ text: 'fitxategia1' })).toEqual(['id-1']);
});

test('while another program holds the history nothing waits for it, and nothing is lost', async () => {
  add(1);
  const other = new Database(join(folder, 'zubi.db'));
  other.exec('begin immediate');
  const locked = expect.objectContaining({ code: 'database_locked' });
  await expect(stroke()).rejects.toEqual(locked);
  other.close();
  const waitsFor = await sql`pragma busy_timeout`.execute(store.queries);
  expect(waitsFor.rows).toEqual([{ timeout: 2000 }]);
  expect(await findAll({ text: 'fitxategia1' })).toEqual(['id-1']);
});

test('a process that does not own the folder writes nothing, and finds nothing that is so no more', async () => {
  add(1);
  answer(1, 'rejected', 'F-77');
  await writeDueWords(store);
  add(2);
  database.exec(`update submissions set dismissed_at = '${at}' where sequence = 1`);
  const guest = await openStore(folder, clock, { owns: false });
  try {
    await writeDueWords(guest);
    expect(await find({ text: 'fitxategia' }, guest.queries)).toEqual(['id-1']);
    expect(await find({ text: 'fitxategia', waiting: true }, guest.queries)).toEqual([]);
    expect(due()).toEqual([1, 2]);
  } finally {
    await guest.close();
  }
  expect(await findAll({ text: 'fitxategia' })).toEqual(['id-2', 'id-1']);
});
