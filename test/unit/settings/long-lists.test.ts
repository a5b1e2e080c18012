import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectionFileSchema } from '../../../main/features/connection/connection-file.ts';
import { openFoldersFile } from '../../../main/features/watching/folders-file.ts';

// A file that is wrong for its length would be set aside at the next start, with all that it lists.
test('a list as long as an office makes it is read back whole', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'zubi-lists-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const open = () => openFoldersFile({ dataFolder, clock: () => new Date() });
  const folders = Array.from({ length: 2000 }, (_, at) => ({
    id: `f${at}`,
    path: `/clients/${at}`,
    companyId: `c${at}`,
    existingUntilMs: 0,
  }));
  open().write({ folders, seenAt: null });
  expect(open().read().folders).toEqual(folders);

  const connections = Array.from({ length: 200 }, (_, at) => ({
    id: `production-${at + 1}`,
    baseUrl: `https://${at}.invalid`,
  }));
  expect(connectionFileSchema.parse({ connections }).connections).toHaveLength(200);
});
