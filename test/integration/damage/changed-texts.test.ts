import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { send } from '../backup/filing.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';

/** Closes the office, breaks a JSON text that SQLite does not look into, and opens it again. */
async function breakText(office: Office, table: string, column: string): Promise<Office> {
  await office.app.close();
  const database = new Database(join(office.dataFolder, 'zubi.db'));
  const guards = database
    .prepare<[string], { name: string; sql: string }>(
      "select name, sql from sqlite_schema where type = 'trigger' and tbl_name = ?",
    )
    .all(table);
  for (const { name } of guards) database.exec(`drop trigger ${name}`);
  database.exec(`update ${table} set ${column} = replace(${column}, ':', ';')`);
  for (const { sql } of guards) database.exec(sql);
  database.close();
  return office.restart();
}

it('what the chain says of itself: recovery opens, and a copy comes back', async () => {
  const office = await openPractisingOffice();
  await send(office, 1);
  const copy = await office.call('backup.create', {});
  const again = await breakText(office, 'chain_events', 'data');
  expect((await again.call('app.status', {})).recovery?.cause).toBe('evidence');
  await again.call('backup.restore', { id: copy.id });
  expect((await again.call('submissions.list', {})).total).toBe(1);
});

it('the verdict of a file on the list: it is called damage, and is not copied', async () => {
  const office = await openPractisingOffice();
  await office.call('submissions.addSamples', {});
  const again = await breakText(office, 'worklist_files', 'validation');
  const damage = { code: 'database_damaged', details: { cause: 'json' } };
  for (const method of ['submissions.worklist', 'quarter.get', 'backup.create'] as const)
    expect(await again.refused(method, {}), method).toEqual(damage);
});
