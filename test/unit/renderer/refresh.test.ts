import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { AppEvent } from '../../../contract/events.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import type { Host } from '../../../renderer/api/bridge.ts';
import { refreshByEvents } from '../../../renderer/api/refresh.ts';
import { makeWorklistFile } from './make-worklist-file.ts';

it('what depends on the day is read again after midnight, once', () => {
  vi.useFakeTimers({ now: new Date('2026-11-28T22:58:30Z') });
  onTestFinished(() => void vi.useRealTimers());
  const client = new QueryClient();
  const read = vi.spyOn(client, 'invalidateQueries');
  const idle = () => () => undefined;
  const host = { bridge: { subscribe: idle }, onGap: idle } as unknown as Host;
  onTestFinished(refreshByEvents(host, client));
  vi.advanceTimersByTime(60_000);
  expect(read).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10 * 60_000);
  const names = read.mock.calls.map(([asked]) => asked?.queryKey?.[0]);
  expect(names).toContain('quarter.get');
  expect(names).toContain('submissions.worklist');
  expect(new Set(names).size).toBe(names.length);
});

/** A window with one shown reading; `tell` hands an event over. */
async function openReading(queryKey: readonly unknown[]) {
  const client = new QueryClient();
  const read = vi.fn(async () => ({}));
  const observer = new QueryObserver(client, { queryKey, queryFn: read });
  onTestFinished(observer.subscribe(() => undefined));
  let tell: (event: AppEvent) => void = () => undefined;
  const bridge = {
    call: async (_: string, { fileIds }: { fileIds: readonly string[] }) => ({
      ok: true,
      value: { files: fileIds.map((id) => makeWorklistFile({ id })) },
    }),
    subscribe: (listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  };
  const onGap = () => () => undefined;
  onTestFinished(refreshByEvents({ bridge, onGap } as unknown as Host, client));
  client.setQueryData(['submissions.worklist', {}], { files: [] });
  await expect.poll(() => client.getQueryData(queryKey)).toBeDefined();
  const change = (fileId: string) =>
    tell({ name: 'worklist.changed', payload: { fileIds: [fileId] } });
  return { client, read, change };
}

it('an invoice is searched again when the files of the list change', async () => {
  const { read, change } = await openReading(['submissions.findInvoice', { number: 'A4/000001' }]);
  change('a');
  await expect.poll(() => read.mock.calls.length).toBe(2);
});

it('the issues of a file are read again when that file changes, not when others do', async () => {
  const key = ['submissions.issues', { fileId: 'a', offset: 0, limit: 1000 }];
  const { client, read, change } = await openReading(key);
  const listed = () =>
    client.getQueryData<{ files: WorklistFile[] }>(['submissions.worklist', {}])?.files.length;
  change('b');
  await expect.poll(listed).toBe(1);
  expect(read).toHaveBeenCalledTimes(1);
  change('a');
  await expect.poll(listed).toBe(2);
  await expect.poll(() => read.mock.calls.length).toBe(2);
});
