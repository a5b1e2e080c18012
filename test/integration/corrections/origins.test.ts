import { expect, it } from 'vitest';
import { findFileOrigin, insertFileOrigin } from '../../../main/store/file-origins.ts';
import { openOlderHistory } from '../store/older-history.ts';

it('007: origins from before stay, and files can be mended or edited', async () => {
  const { database, queries, migrateTo } = await openOlderHistory(6);
  database.exec(`insert into file_origins values ('before', 'split', null, 'long.xml');
    insert into worklist_files values ('before', 'long.1de2.xml', 'now', 1, '/nowhere', null, null, null)`);
  await migrateTo(7);
  const before = {
    file_id: 'before',
    kind: 'split',
    submission_id: null,
    file_name: 'long.xml',
  } as const;
  expect(await findFileOrigin(queries, 'before')).toEqual(before);

  for (const kind of ['mended', 'edited'] as const)
    await insertFileOrigin(queries, { ...before, file_id: kind, kind });
  const wrong = { ...before, file_id: 'g', kind: 'rejected' } as const;
  await expect(insertFileOrigin(queries, wrong)).rejects.toThrow(/CHECK/);
  database.exec('delete from worklist_files');
  expect(await findFileOrigin(queries, 'before')).toBeUndefined();
});
