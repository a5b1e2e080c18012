import { expect, it } from 'vitest';
import { openOlderHistory } from './older-history.ts';

it('003: companies from before are registered, or unknown where no identifier came back', async () => {
  const { database, migrateTo } = await openOlderHistory(2);
  const insert = (id: string, serviceId: string | null, taxId: string) =>
    database
      .prepare(`insert into companies (id, service_id, environment, is_individual, full_name, tax_id, territory_id, territory_name,
        authorization, created_at) values (?, ?, 'sandbox', 0, 'Lantegiak SA', ?, '48', 'Bizkaia', 'approved', '2026-01-01T00:00:00Z')`)
      .run(id, serviceId, taxId);
  insert('one', '7', 'A99800476');
  insert('two', null, 'B00000034');
  const result = await migrateTo(3);
  expect(result).toMatchObject({ from: 2, to: 3 });
  expect(
    database.prepare('select id, state, key_stored, notes, search_text from companies').all(),
  ).toEqual([
    { id: 'one', state: 'registered', key_stored: 0, notes: '', search_text: null },
    { id: 'two', state: 'creation_unknown', key_stored: 0, notes: '', search_text: null },
  ]);
  expect(() => insert('three', '7', 'F35999705')).toThrow(/UNIQUE/);
  expect(() => database.exec(`update companies set key_last4 = 'whole key'`)).toThrow(/CHECK/);
  const job = database.prepare(
    `insert into company_jobs values (?, 'sandbox', ?, null, '2026', null)`,
  );
  job.run('a', 'paused');
  expect(() => job.run('b', 'running')).toThrow(/UNIQUE/);
});
