import { expect, it } from 'vitest';
import type { Output } from '../../../contract/methods.ts';
import { replaceInValidator } from '../../fixtures/shared-validator.ts';
import { type Bureau, openBureau } from './bureau.ts';

/** A bureau in which two calls have read their files before either looks at the history. */
async function openWithTwoAtOnce(): Promise<Bureau & { together(): void }> {
  let awaited = 0;
  let both = Promise.withResolvers<void>();
  const validator = replaceInValidator(({ readRecords }) => ({
    readRecords: async (xml) => {
      const records = await readRecords(xml);
      if (awaited > 0) {
        awaited -= 1;
        if (awaited === 0) both.resolve();
        await both.promise;
      }
      return records;
    },
  }));
  const bureau = await openBureau({ validator });
  const together = () => {
    awaited = 2;
    both = Promise.withResolvers();
  };
  return { ...bureau, together };
}

const sendBoth = async (
  bureau: Awaited<ReturnType<typeof openWithTwoAtOnce>>,
  inputs: object[],
) => {
  bureau.together();
  const replies = await Promise.all(
    inputs.map((input) => bureau.app.call('submissions.send', input)),
  );
  await bureau.app.idle();
  return replies;
};

// holds H7
it.each([
  ['without a yes', false],
  ['a yes is for what there was when it was given', true],
])(
  'records that another call queues meanwhile are not sent twice: %s',
  async (_name, confirmDuplicates) => {
    const bureau = await openWithTwoAtOnce();
    const files = [
      await bureau.put(0, { records: 2 }),
      await bureau.put(0, { first: 1, records: 2 }),
    ];
    const replies = await sendBoth(
      bureau,
      files.map((id) => ({ fileIds: [id], confirmDuplicates })),
    );
    const values = replies.flatMap((reply) =>
      reply.ok ? [reply.value as Output<'submissions.send'>] : [],
    );
    expect(values).toHaveLength(2);
    expect(values.filter(({ outcome }) => outcome === 'sent_before')).toMatchObject([
      { submissions: [], files: [{ guard: 'records', recordCount: 1 }] },
    ]);
    expect([...(await bureau.sandbox.reached()).values()]).toEqual([1]);
    expect((await bureau.call('submissions.list', {})).total).toBe(1);
  },
);

it('a confirmation still counts when another call queues something else meanwhile', async () => {
  const bureau = await openWithTwoAtOnce();
  await bureau.send([await bureau.put(0)]);
  await bureau.app.idle();
  const again = await bureau.put(0, { first: 1, records: 2 });
  const replies = await sendBoth(bureau, [
    { fileIds: [await bureau.put(1)] },
    { fileIds: [again], confirmDuplicates: true },
  ]);
  expect(replies).toMatchObject(Array(2).fill({ ok: true, value: { outcome: 'queued' } }));
  expect((await bureau.call('submissions.list', {})).total).toBe(3);
});
