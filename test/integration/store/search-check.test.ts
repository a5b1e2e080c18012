import { expect, it } from 'vitest';
import type { SubmissionFilter } from '../../../contract/submission.ts';
import { listSubmissions } from '../../../main/store/history-pages.ts';
import { checkSearch } from '../../../main/store/search-check.ts';
import { newestVersion, openOlderHistory } from './older-history.ts';

const at = '2026-01-01T00:00:00Z';

it('015: what was there before is found by its words, whatever else is asked, and stands where it should', async () => {
  const { database, queries, migrateTo } = await openOlderHistory(14);
  for (const id of ['one', 'two']) {
    database.exec(`
      insert into companies (id, environment, is_individual, full_name, tax_id, territory_id, territory_name, authorization, created_at)
        values ('${id}', 'sandbox', 0, 'Telecomunicaciones ${id}', 'A9980047${id.length}${id[0]}', '48', 'Bizkaia', 'approved', '${at}')`);
  }
  const add = (id: string, sequence: number, state: string, dismissed: string | null) => {
    const company = sequence % 2 === 0 ? 'two' : 'one';
    const sha256 = String(sequence).repeat(64);
    database.prepare('insert into documents values (?, 3, ?, ?)').run(sha256, Buffer.from([1]), at);
    database
      .prepare(`
        insert into submissions (id, sequence, sha256, file_name, model, operation, fiscal_year, tax_id, taxpayer_name, company_id, company_name,
          record_count, schema_id, state, environment, base_url, created_at, dismissed_at)
        values (?, ?, ?, 'enero.xml', '240', 'creation', 2026, 'A99800476', ?, ?, ?, 2, 's', ?, 'sandbox', 'http://a', '${at}', ?)`)
      .run(
        ...[
          id,
          sequence,
          sha256,
          'Otra Persona',
          company,
          `Telecomunicaciones ${company}`,
          state,
          dismissed,
        ],
      );
    database
      .prepare(`insert into record_results (submission_id, position, number, counterparty, state)
        values (?, 1, 'F-${sequence}', 'Proveedora', 'correct')`)
      .run(id);
  };
  add('accepted', 1, 'accepted', null);
  add('waits', 2, 'rejected', null);
  add('let be', 3, 'rejected', at);
  add('moves', 4, 'queued', null);
  database.exec("delete from record_results where submission_id = 'moves'");
  await migrateTo(newestVersion);
  checkSearch(database);
  const find = async (filter: SubmissionFilter) =>
    (await listSubmissions(queries, filter, { before: null, limit: 9 })).rows.map(({ id }) => id);
  expect(await find({ text: 'telecomunicacione' })).toEqual([
    'moves',
    'let be',
    'waits',
    'accepted',
  ]);
  expect(await find({ text: 'telecomunicaciones otra', companyId: 'two' })).toEqual([
    'moves',
    'waits',
  ]);
  expect(await find({ text: 'proveedora', companyId: 'two' })).toEqual(['waits']);
  expect(await find({ text: 'proveedora', waiting: true })).toEqual(['waits']);
  expect(await find({ text: 'enero', waiting: true, companyId: 'one' })).toEqual([]);
  expect(await find({ text: 'f 3', dismissed: true, companyId: 'one' })).toEqual(['let be']);
  expect(await find({ text: 'enero', dismissed: true, companyId: 'nobody' })).toEqual([]);
  expect(await find({ text: 'enero', states: ['queued'] })).toEqual(['moves']);
  expect(await find({ text: 'enero', states: ['sending'] })).toEqual([]);
  for (const name of ['submission_search', 'record_search']) {
    const settings = database.prepare(`select k, v from ${name}_config order by k`).raw().all();
    expect(Object.fromEntries(settings as [string, unknown][])).toMatchObject({
      ...{ pgsz: 500, hashsize: 1_048_576, automerge: 4, crisismerge: 16 },
    });
  }
});

it('015: words that are missing or in the wrong place are damage', async () => {
  const { database, migrateTo } = await openOlderHistory(14);
  await migrateTo(newestVersion);
  const damage = expect.objectContaining({
    code: 'database_damaged',
    details: { cause: 'search' },
  });
  for (const name of ['submission_search', 'record_search']) {
    checkSearch(database);
    database.exec(`insert into ${name} (rowid, words) values (7, 'nobody')`);
    expect(() => checkSearch(database)).toThrow(damage);
    database.exec(`delete from ${name}`);
  }
  checkSearch(database);
});

it('018: what was due before is due everywhere, and words of another vocabulary are damage', async () => {
  const { database, migrateTo } = await openOlderHistory(17);
  database.exec('insert into words_due values (7)');
  await migrateTo(newestVersion);
  expect(database.prepare('select * from words_due').raw().all()).toEqual([[7, 15]]);
  checkSearch(database);
  database.exec('update search_vocabulary set number = number + 1');
  const damage = expect.objectContaining({
    code: 'database_damaged',
    details: { cause: 'search' },
  });
  expect(() => checkSearch(database)).toThrow(damage);
});
