import { expect, it } from 'vitest';
import { checkSearch } from '../../../main/store/search-check.ts';
import { openEmptyHistory } from './empty-history.ts';

it('the index of words has the settings that were measured', async () => {
  const { database } = await openEmptyHistory();
  for (const name of ['submission_search', 'record_search']) {
    const settings = database.prepare(`select k, v from ${name}_config order by k`).raw().all();
    expect(Object.fromEntries(settings as [string, unknown][])).toMatchObject({
      ...{ pgsz: 500, hashsize: 1_048_576, automerge: 4, crisismerge: 16 },
    });
  }
});

it('words that are missing or in the wrong place are damage', async () => {
  const { database } = await openEmptyHistory();
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

it('words of another vocabulary are damage', async () => {
  const { database } = await openEmptyHistory();
  checkSearch(database);
  database.exec('update search_vocabulary set number = number + 1');
  const damage = expect.objectContaining({
    code: 'database_damaged',
    details: { cause: 'search' },
  });
  expect(() => checkSearch(database)).toThrow(damage);
});
