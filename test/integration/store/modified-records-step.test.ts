import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../main/platform/db/migrate.ts';
import { migrations } from '../../../main/platform/db/migrations/list.ts';

it('origins stay, a modified record becomes one, and an origin is deleted with its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-modified-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = new Database(join(folder, 'zubi.db'));
  onTestFinished(() => void database.close());
  const copy = join(folder, 'copy.db');
  const before = migrations.filter(({ version }) => version < 30);
  await migrate(database, before, copy);
  database.exec(`insert into worklist_files (id, name, added_at, size_bytes, source_path)
      values ('a', 'one.xml', '2026-10-01T09:00:00.000Z', 1, '/a');
    insert into file_origins values ('a', 'mended', null, 'first.xml', 'source');`);
  await migrate(database, migrations, copy);
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
