import type Database from 'better-sqlite3';
import { beforeEach, expect, it } from 'vitest';
import { openEmptyHistory } from './empty-history.ts';
import { insertCompanyRow } from './rows.ts';

let database: Database.Database;

/** A history with two companies. */
beforeEach(async () => {
  const history = await openEmptyHistory();
  database = history.database;
  for (const [id, taxId] of [
    ['one', 'B95000037'],
    ['two', 'B95000074'],
  ] as const)
    await insertCompanyRow(history.queries, { id, name: id, taxId });
});

const count = (table: string) => database.prepare(`select count(*) from ${table}`).pluck().get();

it('a mark on a quarter is of a known kind, never changes, and is deleted with its company', () => {
  const add = database.prepare(
    "insert into filing_marks (company_id, period, book, at, kind) values (?, '2026-Q4', '240-received', '2026-10-01', ?)",
  );
  add.run('one', 'nothing');
  add.run('one', 'something');
  add.run('two', 'nothing');
  expect(() => add.run('one', 'perhaps')).toThrow('CHECK');
  expect(() => add.run('stranger', 'nothing')).toThrow('FOREIGN KEY');
  expect(() => database.exec("update filing_marks set kind = 'nothing'")).toThrow(
    'an event never changes',
  );
  database.exec("delete from companies where id = 'one'");
  expect(count('filing_marks')).toBe(1);
});

it('an accounting total exists once for each company and quarter, and is deleted with its company', () => {
  const add = database.prepare(
    "insert into accounting_totals values (?, ?, null, 121000, '2026-10-01')",
  );
  add.run('one', '2026-Q3');
  add.run('one', '2026-Q4');
  add.run('two', '2026-Q4');
  expect(() => add.run('two', '2026-Q4')).toThrow('UNIQUE');
  expect(() => add.run('stranger', '2026-Q4')).toThrow('FOREIGN KEY');
  database.exec("delete from companies where id = 'one'");
  expect(count('accounting_totals')).toBe(1);
});
