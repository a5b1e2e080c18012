import { expect, it } from 'vitest';
import { openOlderHistory } from './older-history.ts';

it('002: a history from before keeps its companies and their states, and can take steps', async () => {
  const { database, migrateTo, copyOf } = await openOlderHistory(1);
  database.exec(`insert into companies values
    ('one', '7', 'sandbox', 0, 'Lantegiak SA', null, null, null, 'A99800476', '48', 'Bizkaia', 'approved', '2026-01-01T00:00:00Z')`);
  const result = await migrateTo(2);
  expect(result).toMatchObject({ from: 1, to: 2, copy: copyOf(2) });
  expect(database.prepare('select id, authorization from companies').all()).toEqual([
    { id: 'one', authorization: 'approved' },
  ]);
  database.exec(`
    insert into authorizations values ('one', null, null, null, null, '2026-01-02', null, '2031-01-02', 'now');
    insert into authorization_events values (null, 'one', null, 'now', 'noted', 'approved', 'approved', '{}', null)`);
  expect(() => database.exec(`update authorizations set open_as = 'unknown'`)).toThrow(/CHECK/);
  expect(() => database.exec('delete from authorization_events')).toThrow(/evidence/);
});
