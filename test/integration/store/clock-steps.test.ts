import { expect, it } from 'vitest';
import { listSubmissions } from '../../../main/store/history-pages.ts';
import { writeDueWords } from './due-words.ts';
import { openEmptyHistory } from './empty-history.ts';

it('where the clock was set back is kept, and a time is asked for between these', async () => {
  const history = await openEmptyHistory();
  const { database, queries } = history;
  database.exec(`
    insert into companies (id, environment, is_individual, full_name, tax_id, territory_id, territory_name, authorization, created_at)
      values ('one', 'sandbox', 0, 'Lantegiak SA', 'A99800476', '48', 'Bizkaia', 'approved', '2026-01-01T00:00:00.000Z')`);
  const insert = database.prepare(`
    insert into submissions (id, sequence, sha256, file_name, model, operation, fiscal_year, tax_id, taxpayer_name, company_id, company_name,
      record_count, schema_id, state, environment, base_url, created_at)
    values (?, ?, ?, 'a.xml', '240', 'creation', 2026, 'A99800476', 'L', 'one', 'L', 2, 's', 'accepted', 'sandbox', 'http://a', ?)`);
  const add = (sequence: number, at: string) => {
    const sha256 = String(sequence).padStart(2, '0').repeat(32);
    database.prepare('insert into documents values (?, 3, ?, ?)').run(sha256, Buffer.from([1]), at);
    insert.run(`s${sequence}`, sequence, sha256, at);
  };
  add(1, '2026-03-01T09:00:00.000Z');
  add(2, '2026-03-02T09:00:00.000Z');
  add(3, '1970-01-01T00:00:05.000Z');
  add(4, '2026-03-03T09:00:00.000Z');
  // Put right by seconds: no step.
  add(5, '2026-03-03T08:59:50.000Z');
  const read = () => ({
    steps: database.prepare('select sequence from clock_steps').pluck().all(),
    clock: database.prepare('select latest, step_ms from history_clock').get(),
  });
  expect(read()).toEqual({
    steps: [3],
    clock: { latest: '2026-03-03T09:00:00.000Z', step_ms: 10_000 },
  });
  add(6, '2026-03-04T09:00:00.000Z');
  add(7, '2026-03-01T12:00:00.000Z');
  add(8, '2026-03-01T11:59:59.000Z');
  expect(read()).toEqual({
    steps: [3, 7],
    clock: { latest: '2026-03-01T12:00:00.000Z', step_ms: 10_000 },
  });

  await writeDueWords(history);
  const find = async (filter: { from?: string; to?: string; text?: string }) =>
    (await listSubmissions(queries, filter, { before: null, limit: 9 })).rows.map(
      ({ sequence }) => sequence,
    );
  expect(await find({ from: '2026-03-01T10:00:00.000Z', to: '2026-03-02T12:00:00.000Z' })).toEqual([
    8, 7, 2,
  ]);
  expect(await find({ from: '2026-03-03T08:59:55.000Z', text: 'lantegiak' })).toEqual([]);
  expect(await find({ from: '2026-03-03T08:59:55.000Z', text: 'a' })).toEqual([6, 4]);
  expect(await find({ to: '2000-01-01T00:00:00.000Z' })).toEqual([3]);
  expect(await find({ from: '2026-05-01T00:00:00.000Z' })).toEqual([]);
  // Set back more often than that: the instants alone are compared.
  for (let sequence = 9; sequence < 20; sequence += 1)
    add(sequence, `2026-02-${30 - sequence}T09:00:00.000Z`);
  expect(await find({ from: '2026-02-20T00:00:00.000Z', to: '2026-03-01T09:00:00.000Z' })).toEqual([
    10, 9, 1,
  ]);
});
