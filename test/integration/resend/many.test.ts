import { describe, expect, it } from 'vitest';
import type { LeftOut } from '../../../contract/repetition.ts';
import { rounds } from '../../rounds.ts';
import { command } from '../hosts/run-command.ts';
import { type Bureau, companies, openBureau } from '../outbox/bureau.ts';

/** Refused before it was read: surely not delivered, and not tried again by the queue itself. */
const refused = { kind: 'status', status: 404 } as const;

async function idle(
  bureau: Bureau,
  fileIds: readonly string[],
  confirm = false,
): Promise<string[]> {
  const ids = await bureau.send(fileIds, confirm);
  await bureau.app.idle();
  return ids;
}

/** Sends one file that is refused; returns its submission. */
async function refusedOne(
  bureau: Bureau,
  company: number,
  options: Parameters<Bureau['put']>[1] = {},
): Promise<string> {
  await bureau.sandbox.plan([refused]);
  const [id = ''] = await idle(bureau, [await bureau.put(company, options)], true);
  expect(await bureau.stateOf(id)).toBe('failed');
  return id;
}

async function retryAll(bureau: Bureau, ids: readonly string[]) {
  const done = await bureau.call('submissions.retryAll', { ids: [...ids] });
  await bureau.app.idle();
  return done;
}

const told = (left: readonly LeftOut[]) =>
  new Map(
    left.map(({ id, code, earlier, recordCount }) => [id, { code, by: earlier?.id, recordCount }]),
  );

describe('many undelivered files', () => {
  it('are sent again together, each once, in their batch, as the plan showed', async () => {
    const bureau = await openBureau();
    // Of ten files, six are refused, the answer of one is lost, and three arrive.
    const tens = rounds(2, 20);
    const files: string[] = [];
    for (let index = 0; index < 10 * tens; index += 1)
      files.push(await bureau.put(index % 4, { first: 4 * index, records: 1 + (index % 2) }));
    // Many lost answers one after the other would pause the queue.
    const seven = [...Array(6).fill(refused), { kind: 'drop_before' }];
    await bureau.sandbox.plan(Array(tens).fill(seven).flat());
    await idle(bureau, files);
    const first = await list(bureau);
    const unknown = first.filter(({ state }) => state === 'unknown').map(({ id }) => id);
    const failed = first.filter(({ state }) => state === 'failed');
    expect([unknown.length, failed.length]).toEqual([tens, 6 * tens]);
    await bureau.call('submissions.resolveAll', { ids: unknown, decision: 'not_delivered' });

    const selection = { filter: { states: ['failed' as const] } };
    const plan = await bureau.call('submissions.planRetry', selection);
    expect([plan.ids.length, plan.left, plan.hasMore]).toEqual([7 * tens, [], false]);
    expect(plan.causes).toEqual([
      { cause: 'service_not_found', files: 6 * tens },
      { cause: 'connection_lost', files: tens },
    ]);
    const going = first.filter(({ id }) => plan.ids.includes(id));
    expect(
      plan.companies.map(({ taxId, files: own, records }) => ({ taxId, own, records })),
    ).toEqual(
      companies.map(({ taxId }) => {
        const own = going.filter(({ taxpayer }) => taxpayer.taxId === taxId);
        return {
          taxId,
          own: own.length,
          records: own.reduce((sum, { records }) => sum + records, 0),
        };
      }),
    );
    expect((await bureau.sandbox.reached()).size).toBe(3 * tens);

    const { submissions, left } = await bureau.call('submissions.retryAll', selection);
    await bureau.app.idle();
    expect(left).toEqual([]);
    expect(submissions.map(({ previousId }) => previousId)).toEqual(plan.ids);
    const reached = await bureau.sandbox.reached();
    expect([reached.size, new Set(reached.values())]).toEqual([10 * tens, new Set([1])]);
    const [batchId = ''] = new Set(first.map((each) => each.batchId ?? ''));
    expect(new Set(submissions.map((each) => each.batchId))).toEqual(new Set([batchId]));
    const { batch } = await bureau.call('submissions.batch', { id: batchId });
    expect(batch).toMatchObject({ files: 10 * tens, accepted: 10 * tens, failed: 0, waiting: 0 });
    expect(await bureau.call('submissions.planRetry', selection)).toMatchObject({
      ids: [],
      left: [],
    });
    expect((await bureau.call('app.status', {})).needsAttention).toBe(0);
    const again = submissions[7]?.id ?? '';
    expect(await bureau.call('submissions.get', { id: again })).toMatchObject({ isIntact: true });
    expect((await bureau.call('backup.check', {})).submissions).toBe(17 * tens);
  });

  it('are filtered by company, cause and batch, without files that the ledger refused', async () => {
    const bureau = await openBureau();
    const ids = [
      await refusedOne(bureau, 0),
      await refusedOne(bureau, 1),
      await refusedOne(bureau, 0, { first: 10 }),
    ];
    const [refusedByLedger = ''] = await idle(bureau, [
      await bureau.put(0, { first: 20, operation: 'M00' }),
    ]);
    expect(await bureau.stateOf(refusedByLedger)).toBe('rejected');
    const { submission } = await bureau.call('submissions.get', { id: ids[0] ?? '' });
    const asked = async (filter: object) =>
      (await bureau.call('submissions.planRetry', { filter })).ids.toSorted();
    const all = await bureau.call('submissions.planRetry', { all: true });
    expect(all.ids.toSorted()).toEqual(ids.toSorted());
    expect(await asked({ companyId: submission.company.id })).toEqual([ids[0], ids[2]].toSorted());
    expect(await asked({ batchId: submission.batchId ?? '' })).toEqual([ids[0]]);
    expect(await asked({ cause: 'service_not_found' })).toEqual(ids.toSorted());
    expect(await asked({ cause: 'interrupted' })).toEqual([]);
    expect(await bureau.call('submissions.causes', { state: 'failed' })).toEqual({
      causes: [{ cause: 'service_not_found', files: 3 }],
    });
    const { left } = await bureau.call('submissions.planRetry', { ids: [refusedByLedger] });
    expect(left).toMatchObject([{ id: refusedByLedger, code: 'submission_state' }]);
    for (const wrong of [
      {},
      { ids, filter: { cause: 'service_not_found' } },
      { filter: {} },
      { filter: { states: ['rejected'] } },
      { filters: {} },
    ]) {
      const reply = await bureau.app.call('submissions.retryAll', wrong);
      expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    }
  });

  it('can be sent again on the command line, which waits for their end', async () => {
    const bureau = await openBureau();
    const ids = [await refusedOne(bureau, 0), await refusedOne(bureau, 1)];
    await bureau.app.close();
    const input = JSON.stringify({ filter: { cause: 'service_not_found' } });
    const run = await command(['call', 'submissions.retryAll', input, '--data', bureau.dataFolder]);
    expect(run.exitCode, run.stderr).toBe(0);
    const { submissions } = JSON.parse(run.stdout);
    expect(submissions.map((each: { previousId: string }) => each.previousId)).toEqual(ids);
    expect(new Set((await bureau.sandbox.reached()).values())).toEqual(new Set([1]));
    expect((await bureau.sandbox.reached()).size).toBe(2);
  });
});

describe('files stopped by a check before repeated sending', () => {
  it('are left out where the service refused what they hold, for it would refuse it again', async () => {
    const bureau = await openBureau();
    const definite: Record<number, string> = {
      400: 'service_refused',
      413: 'service_too_large',
      415: 'service_refused',
      422: 'service_refused',
    };
    const codes = new Map<string, string | undefined>();
    const passing: string[] = [];
    for (const [index, status] of [400, 401, 403, 404, 413, 415, 422].entries()) {
      await bureau.sandbox.plan([{ kind: 'status', status }]);
      const fileId = await bureau.put(index % 4, { first: 10 * index });
      const [id = ''] = await idle(bureau, [fileId]);
      codes.set(id, definite[status]);
      if (definite[status] === undefined) passing.push(fileId);
    }
    // Nor does the quarter send them with what is ready.
    const { elsewhere } = await bureau.call('quarter.get', {});
    const own = elsewhere.map(({ id: period }) => bureau.call('quarter.get', { period }));
    const quarters = [await bureau.call('quarter.get', {}), ...(await Promise.all(own))];
    expect(quarters.flatMap(({ ready }) => ready.fileIds).toSorted()).toEqual(passing.toSorted());
    const planned = await bureau.call('submissions.planRetry', { all: true });
    expect(new Map(planned.left.map(({ id, code }) => [id, code]))).toEqual(
      new Map([...codes].filter(([, code]) => code !== undefined)),
    );
    const { submissions } = await bureau.call('submissions.retryAll', { ids: [...codes.keys()] });
    expect(new Set(submissions.map(({ previousId }) => previousId))).toEqual(
      new Set([...codes.keys()].filter((id) => codes.get(id) === undefined)),
    );
  });

  it('are left out and reported, and the rest is sent', async () => {
    const bureau = await openBureau();
    const free = await refusedOne(bureau, 3);
    // The document was accepted, may have arrived, or waits in the queue, each from another file.
    const accepted = await refusedOne(bureau, 0);
    const [acceptedBy = ''] = await idle(bureau, [await bureau.put(0)]);
    const unknown = await refusedOne(bureau, 1);
    await bureau.sandbox.plan([{ kind: 'drop_after' }]);
    const [unknownBy = ''] = await idle(bureau, [await bureau.put(1)]);
    expect(await bureau.stateOf(unknownBy)).toBe('unknown');
    // Records of it were entered by another document.
    const entered = await refusedOne(bureau, 0, { first: 50, records: 3 });
    const [enteredBy = ''] = await idle(bureau, [await bureau.put(0, { first: 51, records: 2 })]);
    // Two that were both refused share a record: the newer one goes.
    const older = await refusedOne(bureau, 2, { first: 10, records: 2 });
    const newer = await refusedOne(bureau, 2, { first: 11, records: 2 });
    // It was dismissed.
    const dismissed = await refusedOne(bureau, 2, { first: 30 });
    await bureau.call('submissions.dismiss', { ids: [dismissed] });
    // It was repeated, without success.
    const repeated = await refusedOne(bureau, 2, { first: 40 });
    await bureau.sandbox.plan([refused]);
    const { id: repetition } = await bureau.call('submissions.retry', { id: repeated });
    await bureau.app.idle();
    const queued = await refusedOne(bureau, 3, { first: 60 });
    await bureau.call('submissions.pause', {});
    const [queuedBy = ''] = await bureau.send([await bureau.put(3, { first: 60 })]);

    const asked = [
      free,
      accepted,
      unknown,
      entered,
      older,
      newer,
      dismissed,
      repeated,
      repetition,
      queued,
    ];
    const wanted = new Map([
      [accepted, { code: 'already_sent', by: acceptedBy, recordCount: 0 }],
      [unknown, { code: 'already_sent', by: unknownBy, recordCount: 0 }],
      [entered, { code: 'already_sent', by: enteredBy, recordCount: 2 }],
      [older, { code: 'already_sent', by: newer, recordCount: 1 }],
      [dismissed, { code: 'submission_dismissed', by: undefined, recordCount: 0 }],
      [repeated, { code: 'submission_repeated', by: repetition, recordCount: 0 }],
      [queued, { code: 'file_already_queued', by: queuedBy, recordCount: 0 }],
    ]);
    const plan = await bureau.call('submissions.planRetry', { ids: asked });
    expect(told(plan.left)).toEqual(wanted);
    expect(plan.ids.toSorted()).toEqual([free, newer, repetition].toSorted());
    const done = await bureau.call('submissions.retryAll', { ids: asked });
    expect(told(done.left)).toEqual(wanted);
    expect(done.submissions.map(({ previousId }) => previousId).toSorted()).toEqual(
      plan.ids.toSorted(),
    );
    await bureau.call('submissions.resume', {});
    await bureau.app.idle();
    expect(new Set((await bureau.sandbox.reached()).values())).toEqual(new Set([1]));
    for (const id of [accepted, unknown, entered, older, dismissed, repeated, queued])
      expect(
        (await list(bureau)).some((each) => each.previousId === id && each.id !== repetition),
      ).toBe(false);
    // Alone, each may still be sent after a confirmation.
    expect((await bureau.refused('submissions.retry', { id: entered })).code).toBe('already_sent');
    await bureau.call('submissions.retry', { id: entered, confirmDuplicates: true });
  });

  it('are checked once for each company, and the fault is reported for all of its files', async () => {
    const bureau = await openBureau();
    const ids = [
      await refusedOne(bureau, 0),
      await refusedOne(bureau, 0, { first: 10 }),
      await refusedOne(bureau, 1),
    ];
    const { submission } = await bureau.call('submissions.get', { id: ids[0] ?? '' });
    await bureau.call('companies.archive', { id: submission.company.id });
    const { submissions, left } = await retryAll(bureau, ids);
    expect(submissions.map(({ previousId }) => previousId)).toEqual([ids[2]]);
    expect([...told(left).values()].map(({ code }) => code)).toEqual(
      Array(2).fill('company_archived'),
    );
    expect(left.map(({ company }) => company.fullName)).toEqual(Array(2).fill(companies[0]?.name));
    const refusal = await bureau.refused('submissions.retryAll', { ids: [...ids, 'nobody'] });
    expect(refusal).toMatchObject({ code: 'submission_unknown', details: { id: 'nobody' } });
  });

  it('are sent once when two calls come at the same moment', async () => {
    const bureau = await openBureau();
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1)
      ids.push(await refusedOne(bureau, index % 4, { first: 10 * index }));
    const fresh = await bureau.put(0, { first: 500 });
    const [one, other, sent] = await Promise.all([
      bureau.call('submissions.retryAll', { ids }),
      bureau.call('submissions.retryAll', { ids }),
      bureau.send([fresh]),
    ]);
    await bureau.app.idle();
    expect(sent).toHaveLength(1);
    expect([one.submissions.length, other.submissions.length].toSorted()).toEqual(
      [0, 12].toSorted(),
    );
    expect(one.left.length + other.left.length).toBe(12);
    const reached = await bureau.sandbox.reached();
    expect([reached.size, new Set(reached.values())]).toEqual([13, new Set([1])]);
  });
});

async function list(bureau: Bureau) {
  return (await bureau.call('submissions.list', { limit: 1000 })).submissions;
}
