import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openBureau } from './bureau.ts';

const other = makeDocument('240-received', { seed: 1, records: 1 });

it.each([
  ['can no longer be read', Buffer.of(0)],
  ['is another one', gzipSync(other)],
])('a queued file whose stored document %s is not sent', async (_, gzip) => {
  const bureau = await openBureau();
  await bureau.call('submissions.pause', {});
  await bureau.send([await bureau.put(0)]);
  const database = new Database(join(bureau.dataFolder, 'zubi.db'));
  database.prepare('update documents set gzip = ?').run(gzip);
  database.close();
  await bureau.call('submissions.resume', {});
  const recovery = async () => (await bureau.call('app.status', {})).recovery;
  await expect.poll(recovery).toMatchObject({ cause: 'document' });
  expect(await bureau.sandbox.reached()).toEqual(new Map());
});
