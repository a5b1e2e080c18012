import { expect, it } from 'vitest';
import { openHistoryBefore } from './empty-history.ts';

it('a generated file finds its original by its name, if only one has it', async () => {
  const { database, migrateOn } = await openHistoryBefore(24);
  const add = database.prepare(
    "insert into worklist_files values (?, ?, '2026-10-01T09:00:00.000Z', 1, '/a', null, null, null)",
  );
  const made = database.prepare("insert into file_origins values (?, 'mended', null, ?)");
  for (const [id, name] of [
    ['a', 'one.xml'],
    ['b', 'same.xml'],
    ['c', 'same.xml'],
    ['d', 'one.corregido.xml'],
    ['e', 'same.corregido.xml'],
    ['f', 'gone.corregido.xml'],
  ])
    add.run(id, name);
  made.run('d', 'one.xml');
  made.run('e', 'same.xml');
  made.run('f', 'gone.xml');
  await migrateOn();
  const sources = database.prepare('select file_id, source_id from file_origins order by 1').raw();
  expect(sources.all()).toEqual([
    ['d', 'a'],
    ['e', null],
    ['f', null],
  ]);
  expect(
    database.prepare('select count(*) from worklist_files where removed_at is null').pluck().get(),
  ).toBe(6);
});

it('the files that one replaces are among its sources until it is removed', async () => {
  const { database, migrateOn } = await openHistoryBefore(34);
  database.exec(`
    insert into worklist_files (id, name, added_at, size_bytes, source_path)
      values ('good', 'a.xml', '2026-10-01T09:00:00.000Z', 1, '/a');
    insert into file_origins (file_id, kind, submission_id, file_name, source_id)
      values ('good', 'edited', null, 'one.xml', 'one')`);
  await migrateOn();
  database.exec("insert into replaced_files values ('good', 'two')");
  const sources = database.prepare('select kind, source_id from file_sources order by 2').raw();
  expect(sources.all()).toEqual([
    ['edited', 'one'],
    ['mended', 'two'],
  ]);
  database.exec("delete from worklist_files where id = 'good'");
  expect(sources.all()).toEqual([]);
});
