import { expect, it } from 'vitest';
import { findFileOrigin, insertFileOrigin } from '../../../main/features/worklist/file-origins.ts';
import { openEmptyHistory } from '../store/empty-history.ts';

it('a file that was split, fixed or edited has its origin', async () => {
  const { database, queries } = await openEmptyHistory();
  database.exec(`insert into file_origins values ('before', 'split', null, 'long.xml', null);
    insert into worklist_files values ('before', 'long.1de2.xml', 'now', 1, '/nowhere', null, null, null, null)`);
  const before = {
    file_id: 'before',
    kind: 'split',
    submission_id: null,
    file_name: 'long.xml',
    source_id: null,
  } as const;
  expect(await findFileOrigin(queries, 'before')).toEqual(before);

  for (const kind of ['mended', 'edited'] as const)
    await insertFileOrigin(queries, { ...before, file_id: kind, kind });
  const wrong = { ...before, file_id: 'g', kind: 'rejected' } as const;
  await expect(insertFileOrigin(queries, wrong)).rejects.toThrow(/CHECK/);
  database.exec('delete from worklist_files');
  expect(await findFileOrigin(queries, 'before')).toBeUndefined();
});
