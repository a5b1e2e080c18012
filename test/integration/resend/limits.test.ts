import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { buildHistory } from '../../bench/history-rows.ts';
import { connectionTo } from '../../fixtures/connection-to.ts';
import { openOffice } from '../core/office.ts';
import { openBureau } from '../outbox/bureau.ts';

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
  const folder = mkdtempSync(join(tmpdir(), 'zubi-many-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await buildHistory(folder, { submissions: 5001, recordsEach: 1 });
  const database = new Database(join(folder, 'zubi.db'));
  database.exec("update submissions set state = 'failed', dismissed_at = null");
  database.close();
  const office = await openOffice({ dataFolder: folder });
  const [baseUrl, userApiKey] = ['https://service.example', 'a-user-key-for-tests'];
  await office.call('connection.set', connectionTo({ baseUrl, userApiKey }));
  const plan = await office.call('submissions.planRetry', { all: true });
  expect(plan).toMatchObject({ ids: [], hasMore: true });
  // No company of these rows has a key.
  expect(new Set(plan.left.map(({ code }) => code))).toEqual(new Set(['company_without_key']));
  const oldest = '00000001-0000-4000-8000-000000000000';
  expect([plan.left.length, plan.left.some(({ id }) => id === oldest)]).toEqual([5000, false]);
});
