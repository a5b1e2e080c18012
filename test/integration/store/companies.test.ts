import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openConnection } from '../../../main/store/connection.ts';
import { migrate } from '../../../main/store/migrate.ts';
import { migrations } from '../../../main/store/migrations/list.ts';

it('003: companies from before are registered, or unknown where no identifier came back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-migration-'));
  const database = openConnection(join(folder, 'zubi.db'), { mustExist: false });
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await migrate(database, migrations.slice(0, 2), join(folder, 'none.db'));
  const insert = (id: string, serviceId: string | null, taxId: string) =>
    database
      .prepare(`insert into companies (id, service_id, environment, is_individual, full_name, tax_id, territory_id, territory_name,
        authorization, created_at) values (?, ?, 'sandbox', 0, 'Lantegiak SA', ?, '48', 'Bizkaia', 'approved', '2026-01-01T00:00:00Z')`)
      .run(id, serviceId, taxId);
  insert('one', '7', 'A99800476');
  insert('two', null, 'B00000034');
  const result = await migrate(database, migrations.slice(0, 3), join(folder, 'before.db'));
  expect(result).toMatchObject({ from: 2, to: 3 });
  expect(database.prepare('select id, state, key_stored, notes, search_text from companies').all()).toEqual([
    { id: 'one', state: 'registered', key_stored: 0, notes: '', search_text: null },
    { id: 'two', state: 'creation_unknown', key_stored: 0, notes: '', search_text: null },
  ]);
  expect(() => insert('three', '7', 'F35999705')).toThrow(/UNIQUE/);
  expect(() => database.exec(`update companies set key_last4 = 'whole key'`)).toThrow(/CHECK/);
  const job = database.prepare(`insert into company_jobs values (?, 'sandbox', ?, null, '2026', null)`);
  job.run('a', 'paused');
  expect(() => job.run('b', 'running')).toThrow(/UNIQUE/);
});
