import { expect, it } from 'vitest';
import { openHistoryBefore } from './empty-history.ts';

it('origins stay, a modified record becomes one, and an origin is deleted with its file', async () => {
  const { database, migrateOn } = await openHistoryBefore(30);
  database.exec(`insert into worklist_files (id, name, added_at, size_bytes, source_path)
      values ('a', 'one.xml', '2026-10-01T09:00:00.000Z', 1, '/a');
    insert into file_origins values ('a', 'mended', null, 'first.xml', 'source');`);
  await migrateOn();
  const origins = database.prepare('select * from file_origins').raw();
  expect(origins.all()).toEqual([['a', 'mended', null, 'first.xml', 'source']]);
  const add = database.prepare('insert into file_origins values (?, ?, null, ?, null)');
  expect(() => add.run('b', 'modified', 'two.xml')).toThrow(/CHECK/);
  expect(() => add.run('b', 'other', 'two.xml')).toThrow(/CHECK/);
  database.pragma('foreign_keys = off');
  database.exec("insert into file_origins values ('b', 'modified', 'sent', 'two.xml', null)");
  database.exec("delete from worklist_files where id = 'a'");
  expect(origins.all()).toEqual([['b', 'modified', 'sent', 'two.xml', null]]);
});
