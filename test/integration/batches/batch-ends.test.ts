import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { AppEvent } from '../../../contract/events.ts';
import { createBatchEnds } from '../../../main/features/outbox/batch-ends.ts';
import { insertBatch } from '../../../main/features/submissions/batches-table.ts';
import { openStore } from '../../../main/platform/db/store.ts';

it('an end that is recorded several times is reported once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-ends-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = await openStore(folder, () => new Date());
  onTestFinished(() => store.close());
  const row = { environment: 'sandbox', created_at: '2026-11-22T09:00:00.000Z' } as const;
  for (const id of ['one', 'last']) await insertBatch(store.queries, { id, ...row });
  const told: AppEvent[] = [];
  const nothing = () => undefined;
  const log = { info: nothing, warn: nothing, error: nothing };
  const ends = createBatchEnds({ store, log, emit: (event) => void told.push(event) });
  for (const id of ['one', 'one', 'one', 'last']) {
    ends.touch(id);
    ends.look();
  }
  await expect.poll(() => told.at(-1)).toMatchObject({ payload: { batchId: 'last' } });
  expect(told).toHaveLength(2);
});
