import { expect, it } from 'vitest';
import { openStore } from '../../../main/platform/db/store.ts';
import { connectionTo } from '../../fixtures/connection-to.ts';
import { openOffice } from '../core/office.ts';
import { openBureau } from '../outbox/bureau.ts';
import { insertSubmissionRow } from '../store/rows.ts';

it('sending again leaves out files of another connection', async () => {
  const bureau = await openBureau();
  await bureau.sandbox.plan(Array(3).fill({ kind: 'status', status: 404 }));
  const ids = await bureau.send([await bureau.put(0), await bureau.put(1), await bureau.put(2)]);
  await bureau.app.idle();
  const [first = '', other = '', third = ''] = ids;
  const done = await bureau.call('submissions.retryAll', { ids: [first, other] });
  expect(done.submissions).toMatchObject([{ previousId: first }, { previousId: other }]);
  await bureau.app.idle();

  await bureau.call(
    'connection.set',
    connectionTo({ baseUrl: 'https://service.invalid', userApiKey: 'another-user-key-for-tests' }),
  );
  const elsewhere = await bureau.call('submissions.planRetry', { all: true });
  expect(new Map(elsewhere.left.map(({ id, code }) => [id, code]))).toEqual(
    new Map([[third, 'submission_elsewhere']]),
  );
  const details = { environment: 'sandbox' };
  const refusal = await bureau.refused('submissions.retry', { id: third });
  expect(refusal).toEqual({ code: 'submission_elsewhere', details });
});

it('sending again takes the newest 5,000 results of a filter, and reports that there are more', async () => {
  const office = await openOffice();
  await office.call('connection.useSandbox', {});
  await office.app.close();
  const store = await openStore(office.dataFolder, () => new Date());
  await store.queries.transaction().execute(async (transaction) => {
    for (let index = 0; index < 5001; index += 1) {
      const sha256 = index.toString(16).padStart(64, '0');
      await insertSubmissionRow(transaction, { id: `s${index}`, state: 'failed', sha256 });
    }
  });
  await store.close();
  const again = await office.restart();
  const plan = await again.call('submissions.planRetry', { all: true });
  expect(plan).toMatchObject({ ids: [], hasMore: true });
  // The company of these rows has no key.
  expect(new Set(plan.left.map(({ code }) => code))).toEqual(new Set(['company_without_key']));
  expect([plan.left.length, plan.left.some(({ id }) => id === 's0')]).toEqual([5000, false]);
});
