import { expect, it } from 'vitest';
import { openHistoryBefore } from './empty-history.ts';

it('a history of one sandbox and one production takes any connection after the step, and is whole', async () => {
  const { database, migrateOn } = await openHistoryBefore(22);
  const insert = (id: string) =>
    database
      .prepare("insert into territories values (?, '48', 'Bizkaia', 0, '2026-07-01T00:00:00.000Z')")
      .run(id);
  insert('production');
  expect(() => insert('test')).toThrow('CHECK');

  await migrateOn();
  insert('test');
  insert('production-2');
  expect(database.prepare('select count(*) from territories').pluck().get()).toBe(3);
  const limited = "select name from sqlite_schema where sql like '%environment in (%'";
  expect(database.prepare(limited).all()).toEqual([]);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
});
