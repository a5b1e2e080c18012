import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { AppEvent } from '../../../contract/events.ts';
import type { Host } from '../../../renderer/api/bridge.ts';
import { refreshByEvents } from '../../../renderer/api/refresh.ts';

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

it('an invoice is searched again when the files of the list change', async () => {
  const client = new QueryClient();
  const search = vi.fn(async () => ({ fileIds: [] }));
  const queryKey = ['submissions.findInvoice', { number: 'A4/000001' }];
  const observer = new QueryObserver(client, { queryKey, queryFn: search });
  onTestFinished(observer.subscribe(() => undefined));
  const idle = () => () => undefined;
  let tell: (event: AppEvent) => void = () => undefined;
  const subscribe = (listener: typeof tell) => {
    tell = listener;
    return () => undefined;
  };
  onTestFinished(
    refreshByEvents({ bridge: { subscribe }, onGap: idle } as unknown as Host, client),
  );
  await expect.poll(() => client.getQueryData(queryKey)).toBeDefined();
  tell({ name: 'worklist.changed', payload: { fileIds: ['a'] } });
  await expect.poll(() => search.mock.calls.length).toBe(2);
});
