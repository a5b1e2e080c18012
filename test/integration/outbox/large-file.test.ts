import { expect, it } from 'vitest';
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
