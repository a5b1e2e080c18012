import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openConnection } from '../../../main/store/connection.ts';
import { migrate } from '../../../main/store/migrate.ts';
import { migrations } from '../../../main/store/migrations/list.ts';

it('002: a history from before keeps its companies and their states, and can take steps', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-migration-'));
  const database = openConnection(join(folder, 'zubi.db'), { mustExist: false });
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await migrate(database, migrations.slice(0, 1), join(folder, 'none.db'));
  database.exec(`insert into companies values
    ('one', '7', 'sandbox', 0, 'Lantegiak SA', null, null, null, 'A99800476', '48', 'Bizkaia', 'approved', '2026-01-01T00:00:00Z')`);
  const result = await migrate(database, migrations.slice(0, 2), join(folder, 'before.db'));
  expect(result).toMatchObject({ from: 1, to: 2, copy: join(folder, 'before.db') });
  expect(database.prepare('select id, authorization from companies').all()).toEqual([
    { id: 'one', authorization: 'approved' },
  ]);
  database.exec(`
    insert into authorizations values ('one', null, null, null, null, '2026-01-02', null, '2031-01-02', 'now');
    insert into authorization_events values (null, 'one', null, 'now', 'noted', 'approved', 'approved', '{}', null)`);
  expect(() => database.exec(`update authorizations set open_as = 'unknown'`)).toThrow(/CHECK/);
  expect(() => database.exec('delete from authorization_events')).toThrow(/evidence/);
});
