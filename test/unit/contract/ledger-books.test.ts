import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentFormats } from '../../../contract/document-format.ts';
import {
  bookOf,
  expenseTypes,
  findBook,
  formNames,
  formNumbers,
  ledgerBooks,
  models,
  operations,
} from '../../../contract/ledger-books.ts';
import { migrations } from '../../../main/platform/db/migrations/list.ts';

/** A step keeps its own lists: what it makes never changes. So they are compared here. */
describe('the tables of the database', () => {
  const database = new Database(':memory:');
  beforeAll(() => {
    for (const step of migrations) {
      database.exec(step.sql);
      step.fill?.(database);
    }
  });
  afterAll(() => database.close());
  const sqlOf = (table: string) =>
    String(
      database.prepare('select sql from sqlite_schema where name = ?').pluck().get(table) ?? '',
    );
  const checkOf = (table: string, column: string) =>
    new RegExp(`check \\(${column} in \\(([^)]*)\\)\\)`)
      .exec(sqlOf(table))?.[1]
      ?.split(',')
      .map((word) => word.trim().replaceAll("'", ''));

  it('take every form, and count it in its book', () => {
    expect(checkOf('submissions', 'model')).toEqual(models);
    expect(checkOf('submissions', 'expense_type')).toEqual(expenseTypes);
    expect(checkOf('submissions', 'operation')).toEqual(operations);
    const number = /form integer generated always as \(([\s\S]*?)\) virtual/.exec(
      sqlOf('submissions'),
    )?.[1];
    const count = database
      .prepare(`select ${number} from (select ? as model, ? as expense_type, ? as operation)`)
      .pluck();
    for (const { model, expenseType } of ledgerBooks)
      for (const operation of operations)
        expect([count.get(model, expenseType, operation)]).toEqual(
          formNumbers({ model, expenseType, operation }),
        );
  });

  it('take every format of an authorization', () => {
    expect(checkOf('authorization_uploads', 'format')).toEqual(documentFormats);
  });
});

describe('the books', () => {
  it('are six forms with their own names and numbers', () => {
    expect(new Set(formNames).size).toBe(6);
    expect(formNumbers({})).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(formNumbers({ operation: 'cancellation' })).toEqual([2, 5, 8]);
    expect(formNumbers({ model: '140', operation: 'creation' })).toEqual([0, 3]);
    expect(formNumbers({ expenseType: null })).toEqual([6, 7, 8]);
  });

  it('are found by model and expense type, and by no other value', () => {
    expect(bookOf({ model: '140', expenseType: 'without_invoice' }).chapterId).toBe('140/2.2');
    expect(findBook({ model: '240', expenseType: 'with_invoice' })).toBeUndefined();
    expect(() => bookOf({ model: '140', expenseType: null })).toThrow(RangeError);
  });
});
