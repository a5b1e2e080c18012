import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../main/platform/db/migrate.ts';
import { migrations } from '../../../main/platform/db/migrations/list.ts';

it('a history of one sandbox and one production takes any connection after the step, and is whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-connections-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = new Database(join(folder, 'zubi.db'));
  onTestFinished(() => void database.close());
  const copy = join(folder, 'copy.db');
  const insert = (id: string) =>
    database
      .prepare("insert into territories values (?, '48', 'Bizkaia', 0, '2026-07-01T00:00:00.000Z')")
      .run(id);
  const former = migrations.filter(({ version }) => version < 22);
  await migrate(database, former, copy);
  insert('production');
  expect(() => insert('test')).toThrow('CHECK');

  await migrate(database, migrations, copy);
  insert('test');
  insert('production-2');
  expect(database.prepare('select count(*) from territories').pluck().get()).toBe(3);
  const limited = "select name from sqlite_schema where sql like '%environment in (%'";
  expect(database.prepare(limited).all()).toEqual([]);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
});
