import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { HostBridge } from '../../../contract/client.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import {
  applyStates,
  createWorklistRefresh,
  mergeFiles,
} from '../../../renderer/api/worklist-refresh.ts';
import { createWorkQueue } from '../../../renderer/shell/intake-queue.ts';
import { makeWorklistFile } from './make-worklist-file.ts';

const file = (id: string, change: Partial<WorklistFile> = {}) => ({
  ...makeWorklistFile({ id }),
  ...change,
});
const ids = (files: readonly WorklistFile[]) => files.map(({ id }) => id);

describe('updates of the worklist', () => {
  it('add new files, remove others, and keep the rest unchanged', () => {
    const [a, b, c] = [file('a'), file('b'), file('c')];
    const validated = file('b', { name: 'judged.xml' });
    const added = file('d', { addedAt: '2000-01-01T00:00:00.000Z' });
    const merged = mergeFiles([a, b, c], new Set(['b', 'c', 'd']), [added, validated]);
    expect(ids(merged)).toEqual(['d', 'a', 'b']);
    expect(merged[1]).toBe(a);
    expect(merged[2]?.name).toBe('judged.xml');
  });

  it('set states at their files, and report those without a file', () => {
    const sent = file('a', { submission: { id: 's1', state: 'queued', batchId: 'b' } });
    const files = [sent, file('b')];
    const applied = applyStates(files, new Map([['s1', 'accepted']]));
    expect(applied.left).toBe(false);
    expect(applied.files[0]?.submission).toEqual({ id: 's1', state: 'accepted', batchId: 'b' });
    expect(applied.files[1]).toBe(files[1]);
    expect(applyStates(files, new Map([['s2', 'queued']]))).toEqual({ files, left: true });
  });

  it('request the changed files, all at once, and nothing more', async () => {
    const asked: unknown[] = [];
    const bridge: HostBridge = {
      call: async (method, input) => {
        asked.push([method, input]);
        return { ok: true, value: { files: [file('b', { name: 'new.xml' })] } } as never;
      },
      subscribe: () => () => undefined,
      takeFiles: async () => ({ ok: true, value: [] }),
    };
    const client = new QueryClient();
    const key = ['submissions.worklist', {}];
    client.setQueryData(key, { files: [file('a'), file('b')] });
    const refresh = createWorklistRefresh(bridge, client);
    for (const id of ['b', 'b', 'b'])
      refresh.note({ name: 'worklist.changed', payload: { fileIds: [id] } });
    expect(refresh.flush()).toBe(true);
    refresh.note({ name: 'worklist.changed', payload: { fileIds: ['a'] } });
    expect(refresh.flush(), 'one question at a time').toBe(true);
    expect(asked).toEqual([['submissions.worklist', { fileIds: ['b'] }]]);
    await expect
      .poll(() => client.getQueryData<{ files: WorklistFile[] }>(key)?.files[1]?.name)
      .toBe('new.xml');
    await expect.poll(() => refresh.flush() && asked.length).toBe(2);
    expect(asked[1]).toEqual(['submissions.worklist', { fileIds: ['a'] }]);
  });

  it('request a file that was partly accepted: its records show what was recorded', async () => {
    const submission = { id: 's1', state: 'partially_accepted', batchId: 'b' };
    const sent = file('a', { submission: { ...submission, state: 'sending' } });
    const bridge: HostBridge = {
      call: async () => {
        const told = file('a', { submission: { ...submission, isWithErrors: true } });
        return { ok: true, value: { files: [told] } } as never;
      },
      subscribe: () => () => undefined,
      takeFiles: async () => ({ ok: true, value: [] }),
    };
    const client = new QueryClient();
    const key = ['submissions.worklist', {}];
    client.setQueryData(key, { files: [sent] });
    const refresh = createWorklistRefresh(bridge, client);
    const payload = { id: 's1', state: 'partially_accepted' } as const;
    refresh.note({ name: 'submission.changed', payload });
    refresh.flush();
    await expect
      .poll(() => client.getQueryData<{ files: WorklistFile[] }>(key)?.files[0]?.submission)
      .toMatchObject({ isWithErrors: true });
  });
});

describe('batched updates', () => {
  it('start at once, collect what comes meanwhile, and do nothing twice', async () => {
    const done: (readonly string[])[] = [];
    const failed: unknown[] = [];
    const gates: PromiseWithResolvers<void>[] = [];
    const portions = createWorkQueue({
      most: 2,
      lanes: 1,
      work: async (some) => {
        done.push(some);
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        await gate.promise;
      },
      onFailed: (thrown) => failed.push(thrown),
    });
    portions.add(['a']);
    portions.add(['b', 'a', 'c', 'd']);
    expect(done).toEqual([['a']]);
    gates[0]?.reject(new Error('no'));
    await expect.poll(() => done).toEqual([['a'], ['b', 'c']]);
    gates[1]?.resolve();
    await expect.poll(() => done.length).toBe(3);
    gates[2]?.resolve();
    await portions.idle();
    expect(done).toEqual([['a'], ['b', 'c'], ['d']]);
    expect(failed).toHaveLength(1);
  });

  it('take items of a failed portion again where it may come again', async () => {
    const done: (readonly string[])[] = [];
    const portions = createWorkQueue({
      most: 2,
      lanes: 1,
      work: async (some) => {
        done.push(some);
        if (done.length < 3) throw new Error(done.length === 1 ? 'lost' : 'refused');
      },
      onFailed: () => undefined,
      mayComeAgain: (thrown) => (thrown as Error).message === 'lost',
    });
    for (const _ of [1, 2, 3]) {
      portions.add(['a']);
      await portions.idle();
    }
    expect(done).toEqual([['a'], ['a']]);
  });
});
