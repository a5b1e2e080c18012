import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../main/platform/db/migrate.ts';
import { migrations } from '../../../main/platform/db/migrations/list.ts';

it('a generated file finds its original by its name, if only one has it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-originals-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = new Database(join(folder, 'zubi.db'));
  onTestFinished(() => void database.close());
  const copy = join(folder, 'copy.db');
  await migrate(
    database,
    migrations.filter(({ version }) => version < 24),
    copy,
  );
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
  await migrate(database, migrations, copy);
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
