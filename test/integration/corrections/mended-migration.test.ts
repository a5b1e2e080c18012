import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createQueries, openConnection } from '../../../main/store/connection.ts';
import { findFileOrigin, insertFileOrigin } from '../../../main/store/file-origins.ts';
import { migrate } from '../../../main/store/migrate.ts';
import { migrations } from '../../../main/store/migrations/list.ts';

it('007: origins from before stay, and files can be mended or edited', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-migration-'));
  const database = openConnection(join(folder, 'zubi.db'), { mustExist: false });
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await migrate(database, migrations.slice(0, 6), join(folder, 'none.db'));
  database.exec(`insert into file_origins values ('before', 'split', null, 'long.xml');
    insert into worklist_files values ('before', 'long.1de2.xml', 'now', 1, '/nowhere', null, null, null)`);
  await migrate(database, migrations.slice(0, 7), join(folder, 'before.db'));
  const queries = createQueries(database);
  const before = { file_id: 'before', kind: 'split', submission_id: null, file_name: 'long.xml' } as const;
  expect(await findFileOrigin(queries, 'before')).toEqual(before);

  for (const kind of ['mended', 'edited'] as const)
    await insertFileOrigin(queries, { ...before, file_id: kind, kind });
  const wrong = { ...before, file_id: 'g', kind: 'rejected' } as const;
  await expect(insertFileOrigin(queries, wrong)).rejects.toThrow(/CHECK/);
  database.exec('delete from worklist_files');
  expect(await findFileOrigin(queries, 'before')).toBeUndefined();
});
