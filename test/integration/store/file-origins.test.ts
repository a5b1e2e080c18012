import { expect, it } from 'vitest';
import { openEmptyHistory } from './empty-history.ts';

it('where a file comes from, and what it replaces, is kept until the file is removed', async () => {
  const { database } = await openEmptyHistory();
  database.exec(`
    insert into worklist_files (id, name, added_at, size_bytes, source_path)
      values ('good', 'a.xml', '2026-10-01T09:00:00.000Z', 1, '/a');
    insert into file_origins (file_id, kind, submission_id, file_name, source_id)
      values ('good', 'edited', null, 'one.xml', 'one');
    insert into replaced_files values ('good', 'two')`);
  const sources = database.prepare('select kind, source_id from file_sources order by 2').raw();
  expect(sources.all()).toEqual([
    ['edited', 'one'],
    ['mended', 'two'],
  ]);
  const add = database.prepare('insert into file_origins values (?, ?, null, ?, null)');
  // A modified record is one of a submission.
  for (const kind of ['modified', 'other'])
    expect(() => add.run('b', kind, 'two.xml')).toThrow(/CHECK/);
  database.exec("delete from worklist_files where id = 'good'");
  expect(sources.all()).toEqual([]);
});
