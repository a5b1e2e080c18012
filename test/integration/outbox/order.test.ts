import { describe, expect, it } from 'vitest';
import { type Bureau, openBureau, reopen } from './bureau.ts';

/** Submissions in the order in which they left. */
async function departures(bureau: Bureau): Promise<string[]> {
  const { submissions } = await bureau.call('submissions.list', {});
  return submissions
    .filter(({ sentAt }) => sentAt !== null)
    .toSorted((a, b) => (a.sentAt ?? '').localeCompare(b.sentAt ?? ''))
    .map(({ id }) => id);
}

describe('the order of a company', () => {
  it('is kept when the first of its files has to be tried again', async () => {
    const bureau = await openBureau();
    await bureau.sandbox.plan([{ kind: 'status', status: 429, retryAfter: 1 }]);
    const files = [
      await bureau.put(0),
      await bureau.put(0, { operation: 'M00' }),
      await bureau.put(0, { cancellation: true }),
    ];
    const ids = await bureau.send(files);
    await bureau.app.idle();
    expect(await departures(bureau)).toEqual(ids);
    expect(await Promise.all(ids.map(bureau.stateOf))).toEqual([
      'accepted',
      'accepted',
      'accepted',
    ]);
    const kinds = (await bureau.eventsOf(ids[0] ?? '')).map(({ kind }) => kind);
    expect(kinds).toEqual(['checked', 'queued', 'sending', 'postponed', 'sending', 'answered']);
  });

  it.each(['unknown', 'failed'] as const)(
    'delays files that depend on a creation that is %s, sends the rest, and continues when that is resolved',
    async (end) => {
      const bureau = await openBureau();
      await bureau.sandbox.plan([
        end === 'unknown' ? { kind: 'drop_before' } : { kind: 'status', status: 413 },
      ]);
      const files = [
        await bureau.put(0),
        await bureau.put(0, { operation: 'M00' }),
        await bureau.put(0, { first: 10 }),
        await bureau.put(0, { cancellation: true }),
      ];
      const [creation = '', modification = '', other = '', cancellation = ''] =
        await bureau.send(files);
      await bureau.app.idle();
      // Afterwards: sent beside the creation, it could get the fault in its place.
      const [stranger = ''] = await bureau.send([await bureau.put(1)]);
      await bureau.app.idle();
      expect(await bureau.stateOf(creation)).toBe(end);
      expect(await bureau.stateOf(other)).toBe('accepted');
      expect(await bureau.stateOf(stranger)).toBe('accepted');
      const { submission } = await bureau.call('submissions.get', { id: modification });
      expect(submission).toMatchObject({ state: 'queued', heldBy: creation, sentAt: null });
      expect(await bureau.stateOf(cancellation)).toBe('queued');
      expect((await bureau.eventsOf(modification)).at(-1)).toMatchObject({
        kind: 'held',
        data: { by: creation, state: end },
      });
      expect(await bureau.call('submissions.progress', {})).toMatchObject({
        held: 2,
        queued: 2,
        sending: 0,
      });

      const again = await reopen(bureau);
      await again.app.idle();
      expect(await again.stateOf(modification)).toBe('queued');
      if (end === 'unknown')
        await again.call('submissions.resolve', { id: creation, decision: 'not_delivered' });
      const repeated = await again.call('submissions.retry', { id: creation });
      await again.app.idle();
      const last = [repeated.id, modification, cancellation];
      expect(await Promise.all(last.map(again.stateOf))).toEqual([
        'accepted',
        'accepted',
        'accepted',
      ]);
      expect((await departures(again)).filter((id) => last.includes(id))).toEqual(last);
    },
  );

  it.each(['unknown', 'failed'] as const)(
    'delays no file whose creation was %s once another one has entered its records',
    async (end) => {
      const bureau = await openBureau();
      await bureau.sandbox.plan([
        end === 'unknown' ? { kind: 'drop_before' } : { kind: 'status', status: 413 },
      ]);
      const ids = await bureau.send([
        await bureau.put(0),
        await bureau.put(0, { operation: 'M00' }),
      ]);
      await bureau.app.idle();
      expect(await Promise.all(ids.map(bureau.stateOf))).toEqual([end, 'queued']);
      const same = end === 'unknown' ? {} : { records: 3 };
      const [again = ''] = await bureau.send([await bureau.put(0, same)], true);
      await bureau.app.idle();
      const last = [again, ids[1] ?? ''];
      expect(await Promise.all(last.map(bureau.stateOf))).toEqual(['accepted', 'accepted']);
      expect((await departures(bureau)).slice(-2)).toEqual(last);
    },
  );

  it.each(['back', 'forward'])(
    'is kept when the clock is set %s between queueing and failing',
    async (way) => {
      let now = Date.parse('2026-10-25T12:00:00Z');
      const bureau = await openBureau({ clock: () => new Date(now) });
      await bureau.sandbox.plan([{ kind: 'status', status: 413 }]);
      await bureau.call('submissions.pause', {});
      const files = [await bureau.put(0), await bureau.put(0, { operation: 'M00' })];
      const [creation = '', modification = ''] = await bureau.send(files);
      now += (way === 'back' ? -1 : 1) * 7 * 86_400_000;
      await bureau.call('submissions.resume', {});
      await bureau.app.idle();
      expect(await Promise.all([creation, modification].map(bureau.stateOf))).toEqual([
        'failed',
        'queued',
      ]);
      // A file that failed before it was queued holds nobody up, whatever the clock says.
      now -= 14 * 86_400_000;
      await bureau.call('submissions.cancelJob', { all: true });
      const [later = ''] = await bureau.send([await bureau.put(0, { operation: 'M00' })]);
      await bureau.app.idle();
      expect(await bureau.stateOf(later)).toBe('rejected');
    },
  );

  it('is creation, modification, cancellation in any order of dropping; the answer keeps the given order', async () => {
    const bureau = await openBureau();
    const files = [
      await bureau.put(0, { cancellation: true }),
      await bureau.put(0, { operation: 'M00' }),
      await bureau.put(0, { first: 10 }),
      await bureau.put(0),
      await bureau.put(0, { first: 10, operation: 'M00' }),
    ];
    const ids = await bureau.send(files);
    const [cancellation, modification, other, creation, otherModification] = ids;
    await bureau.app.idle();
    expect(await departures(bureau)).toEqual([
      ...[other, creation, modification, otherModification],
      cancellation,
    ]);
    expect(new Set(await Promise.all(ids.map(bureau.stateOf)))).toEqual(new Set(['accepted']));
    const { submissions } = await bureau.call('submissions.list', {});
    expect(ids.map((id) => submissions.find((each) => each.id === id)?.form.operation)).toEqual([
      ...['cancellation', 'modification', 'creation', 'creation', 'modification'],
    ]);
  });

  it('puts a cancellation of recorded data before its new creation', async () => {
    const bureau = await openBureau();
    await bureau.send([await bureau.put(0)]);
    await bureau.app.idle();
    const files = [
      await bureau.put(0, { records: 3 }),
      await bureau.put(0, { operation: 'M00' }),
      await bureau.put(0, { cancellation: true }),
    ];
    const ids = await bureau.send(files, true);
    const [creation, modification, cancellation] = ids;
    await bureau.app.idle();
    expect((await departures(bureau)).slice(1)).toEqual([cancellation, creation, modification]);
    expect(await Promise.all(ids.map(bureau.stateOf))).toEqual([
      'accepted',
      'accepted',
      'accepted',
    ]);
  });

  it('puts a creation that is sent later before the queued files that depend on it, and after the others', async () => {
    const bureau = await openBureau();
    await bureau.call('submissions.pause', {});
    const [stranger = '', modification = '', last = ''] = await bureau.send([
      await bureau.put(0, { first: 10 }),
      await bureau.put(0, { operation: 'M00' }),
      await bureau.put(0, { first: 10, operation: 'M00' }),
    ]);
    const [creation = '', unrelated = ''] = await bureau.send([
      await bureau.put(0),
      await bureau.put(0, { first: 20 }),
    ]);
    await bureau.call('submissions.resume', {});
    await bureau.app.idle();
    expect(await departures(bureau)).toEqual([stranger, creation, modification, last, unrelated]);
    expect(await bureau.stateOf(modification)).toBe('accepted');
  });

  it('puts a creation after the queued cancellation of the records already in the book', async () => {
    const bureau = await openBureau();
    await bureau.send([await bureau.put(0)]);
    await bureau.app.idle();
    await bureau.call('submissions.pause', {});
    const [cancellation = ''] = await bureau.send([await bureau.put(0, { cancellation: true })]);
    const [creation = ''] = await bureau.send([await bureau.put(0, { records: 3 })], true);
    await bureau.call('submissions.resume', {});
    await bureau.app.idle();
    expect((await departures(bureau)).slice(1)).toEqual([cancellation, creation]);
    expect(await bureau.stateOf(creation)).toBe('accepted');
  });

  it('skips the waiting file when a person says so, and the timeline shows it', async () => {
    const bureau = await openBureau();
    await bureau.sandbox.plan([{ kind: 'drop_after' }]);
    const ids = await bureau.send([await bureau.put(0), await bureau.put(0, { operation: 'M00' })]);
    await bureau.app.idle();
    const { companyId } = await companyOf(bureau, ids[1] ?? '');
    const { held } = await bureau.call('submissions.held', {});
    const by = { id: ids[0], state: 'unknown', file: expect.stringContaining('.xml') };
    expect(held).toMatchObject([{ id: ids[1], company: { id: companyId }, by }]);
    await bureau.call('submissions.resume', { companyId });
    await bureau.app.idle();
    expect(await bureau.stateOf(ids[1] ?? '')).toBe('accepted');
    expect((await bureau.call('submissions.held', {})).held).toEqual([]);
    const released = (await bureau.eventsOf(ids[1] ?? '')).find(({ kind }) => kind === 'released');
    expect(released?.data).toEqual({ by: ids[0], decision: 'person' });
  });
});

async function companyOf(bureau: Bureau, id: string): Promise<{ companyId: string }> {
  return { companyId: (await bureau.call('submissions.get', { id })).submission.company.id };
}

describe('the order between companies', () => {
  it('alternates: a company with many files does not delay the others', async () => {
    const bureau = await openBureau();
    await bureau.call('submissions.pause', {});
    const many = [];
    for (let index = 0; index < 6; index += 1)
      many.push(await bureau.put(0, { first: index * 10 }));
    const few = [await bureau.put(1), await bureau.put(2), await bureau.put(3)];
    const first = await bureau.send(many);
    const others = await bureau.send(few);
    await bureau.call('submissions.resume', {});
    await bureau.app.idle();
    const order = await departures(bureau);
    expect(order.filter((id) => first.includes(id))).toEqual(first);
    // Four lanes: the three others leave before the second file of the first company.
    for (const id of others) expect(order.indexOf(id)).toBeLessThan(order.indexOf(first[1] ?? ''));
  });
});
