import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import {
  dropUnusedDocuments,
  findKeptDocument,
  keepDocument,
} from '../../../main/platform/db/documents-table.ts';
import { openStore } from '../../../main/platform/db/store.ts';

it('the documents of any number of files are deleted together', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-documents-'));
  const store = await openStore(folder, () => new Date());
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const sha256 = 'a'.repeat(64);
  const at = new Date().toISOString();
  await keepDocument(store.queries, { sha256, sizeBytes: 1, gzip: gzipSync('x'), at });
  // More than SQLite takes as parameters of one statement.
  const others = Array.from({ length: 40_000 }, (_, index) => String(index));
  await dropUnusedDocuments(store.queries, [...others, sha256]);
  expect(await findKeptDocument(store.queries, sha256)).toBe(undefined);
});
