import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  copySubmissionRecords,
  insertSubmissionRecords,
} from '../../../main/features/submissions/submission-records-table.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { insertSubmissionRow } from '../store/rows.ts';
import { openBureau } from './bureau.ts';

it('a document of more than a megabyte, prepared before it is sent, arrives byte for byte', async () => {
  const bureau = await openBureau();
  const fileId = await bureau.put(0, { records: 1200 });
  const [id = ''] = await bureau.send([fileId]);
  await bureau.app.idle();
  const { submission } = await bureau.call('submissions.get', { id });
  expect(submission).toMatchObject({ state: 'accepted', recordCounts: { correct: 1200 } });
  const { contentBase64 } = await bureau.call('submissions.document', { id, part: 'sent' });
  expect(Buffer.from(contentBase64, 'base64').byteLength).toBeGreaterThan(1 << 20);
  expect((await bureau.sandbox.reached()).get(submission.sha256)).toBe(1);
});

/** How often other work had its turn before this one ended. */
async function turnsDuring(work: Promise<void>): Promise<number> {
  let [turns, isOver] = [0, false];
  const ended = work.finally(() => {
    isOver = true;
  });
  for (; !isOver; turns += 1) await setImmediate();
  await ended;
  return turns;
}

it('the records of a file with ten thousand are written and copied whole, with other work between', async () => {
  const bureau = await openBureau();
  await bureau.app.close();
  const { queries, close } = await openStore(bureau.dataFolder, () => new Date());
  for (const id of ['first', 'again']) await insertSubmissionRow(queries, { id });
  const identities = Array.from({ length: 10_000 }, (_, index) =>
    index.toString(16).padStart(32, '0'),
  );
  const turns = await queries
    .transaction()
    .execute(async (transaction) => [
      await turnsDuring(insertSubmissionRecords(transaction, 1, identities)),
      await turnsDuring(copySubmissionRecords(transaction, 1, 2)),
    ]);
  expect(Math.min(...turns)).toBeGreaterThan(4);
  const rows = await queries
    .selectFrom('submission_records')
    .select(['submission', 'record'])
    .select(({ fn }) => fn<string>('hex', ['identity']).as('identity'))
    .orderBy('submission')
    .orderBy('record')
    .execute();
  const expected = identities.map((identity, index) => ({
    record: index + 1,
    identity: identity.toUpperCase(),
  }));
  expect(rows).toEqual(
    [1, 2].flatMap((submission) => expected.map((each) => ({ submission, ...each }))),
  );
  await close();
});
