import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IpcMainInvokeEvent } from 'electron';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { desktopChannels } from '../../../contract/desktop.ts';
import type { AppEvent } from '../../../contract/events.ts';
import { textsIn } from '../../../main/hosts/desktop/texts.ts';
import { createDesktopFixture, openDesktop, settle } from './desktop-fixture.ts';
import * as electron from './fake-electron.ts';

let fixture: ReturnType<typeof createDesktopFixture>;
beforeEach(() => {
  electron.reset();
  fixture = createDesktopFixture();
});
afterEach(() => fixture.remove());

const run = () => openDesktop(fixture.options);
const noCounts = {
  accepted: 0,
  partiallyAccepted: 0,
  withErrors: 0,
  rejected: 0,
  failed: 0,
  unknown: 0,
  queuedThere: 0,
  cancelled: 0,
  held: 0,
};
const ended = (
  { files: given, ...counts }: Partial<typeof noCounts> & { readonly files?: number },
  batchId = 'b 1',
): AppEvent => {
  const all = { ...noCounts, ...counts };
  const files = given ?? Object.values(all).reduce((sum, count) => sum + count, 0);
  return { name: 'batch.ended', payload: { batchId, files, ...all } };
};

describe('the notice at the end of a batch', () => {
  const notices = () => electron.Notification.all.map(({ options }) => options.body);

  test('appears when nobody looks, says how the batch ended without names, and leads to the summary', async () => {
    const window = await run();
    fixture.hosted.emit(ended({ accepted: 9, rejected: 1, unknown: 2, failed: 3, held: 1 }));
    expect(notices()).toEqual([
      'Onartuta: 9 · Baztertuta: 1 · Emaitza ezezaguna: 2 · Entregatu gabe: 3 · Arreta behar dute: 1',
    ]);
    electron.Notification.all[0]?.emit('click');
    expect(window.loaded.at(-1)).toBe('app://zubi/index.html#/history/batch/b%201');
    expect(window.done).toContain('focus');
  });

  test('reports files queued by the service as that, and as part of a batch that has been sent', async () => {
    await run();
    fixture.hosted.emit(ended({ files: 4, accepted: 1, unknown: 3, queuedThere: 2 }));
    const [notice] = electron.Notification.all;
    expect(notice?.options).toMatchObject({
      title: 'Sorta bidali da',
      body: 'Onartuta: 1 · Emaitza ezezaguna: 1 · Zerbitzuaren ilaran: 2',
    });
  });

  test('reports files accepted with errors as that, not as partly accepted too', async () => {
    await run();
    fixture.hosted.emit(ended({ files: 5, partiallyAccepted: 5, withErrors: 2 }));
    expect(notices()).toEqual(['Erroreekin onartuta: 2 · Zati batean onartuta: 3']);
  });

  test('is held until it is clicked or closed: its click would be lost with it', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const isHeld = async (notice: WeakRef<electron.Notification>) => {
      await setImmediate();
      collect();
      return notice.deref() !== undefined;
    };
    const letGo = () => {
      const notice = electron.Notification.all.pop();
      if (notice === undefined) throw new Error('no notice');
      return new WeakRef(notice);
    };
    await run();
    for (const end of ['click', 'close', 'failed']) {
      fixture.hosted.emit(ended({ accepted: 1 }));
      const notice = letGo();
      expect(await isHeld(notice)).toBe(true);
      notice.deref()?.emit('close', { reason: 'timedOut' });
      expect(await isHeld(notice), 'it waits in Windows’ notification centre').toBe(true);
      notice.deref()?.emit(end, { reason: 'userCanceled' });
      expect(await isHeld(notice), end).toBe(false);
    }
  });

  test('is logged when the system does not show it', async () => {
    await run();
    fixture.hosted.emit(ended({ accepted: 1 }));
    electron.Notification.all[0]?.emit('failed', {}, 'no daemon');
    expect(fixture.log.events).toContain('desktop.notice_failed');
  });

  test('leads to the summary also when the window was closed meanwhile', async () => {
    const window = await run();
    fixture.hosted.emit(ended({ accepted: 1 }));
    window.emit('closed');
    electron.Notification.all[0]?.emit('click');
    expect(electron.FakeWindow.all[1]?.loaded.at(-1)).toBe(
      'app://zubi/index.html#/history/batch/b%201',
    );
  });

  test('does not appear for a focused window, for files taken back, or when it is switched off', async () => {
    const window = await run();
    window.focused = true;
    fixture.hosted.emit(ended({ accepted: 1 }));
    window.focused = false;
    fixture.hosted.emit(ended({ cancelled: 4 }));
    expect(notices()).toEqual([]);
    fixture.hosted.replies.set('settings.get', { ok: true, value: { notifyWhenDone: false } });
    fixture.hosted.emit({ name: 'settings.changed', payload: {} });
    await settle();
    fixture.hosted.emit(ended({ accepted: 1 }));
    expect(notices()).toEqual([]);
  });
});

describe('the notice of a near deadline', () => {
  const page = {
    detached: false,
    parent: null,
    origin: 'app://zubi',
    url: 'app://zubi/index.html',
  };
  /** As the window's bridge sends it. */
  const remind = (deadline: unknown) => {
    const event = { senderFrame: page } as unknown as IpcMainInvokeEvent;
    return electron.ipcHandlers.get(desktopChannels.remind)?.(event, JSON.stringify(deadline));
  };
  const notices = () => electron.Notification.all.map(({ options }) => options);

  test('says the days and how many companies, and leads to the quarter', async () => {
    const window = await run();
    expect(await remind({ daysLeft: 3, companies: 2 })).toEqual({ ok: true, value: null });
    await remind({ daysLeft: 1, companies: 1 });
    await remind({ daysLeft: 0, companies: 1 });
    const { deadline } = textsIn('eu');
    expect(notices()).toEqual([
      {
        title: 'Epea amaitzeko 3 egun falta dira',
        body: `${deadline.companies_other.split(':')[0]}: 2.`,
      },
      { title: deadline.days_one, body: deadline.companies_one },
      { title: deadline.today, body: deadline.companies_one },
    ]);
    electron.Notification.all[0]?.emit('click');
    expect(window.loaded.at(-1)).toBe('app://zubi/index.html#/overview');
    electron.Notification.all[1]?.emit('failed', {}, 'no daemon');
    expect(fixture.log.events).toContain('desktop.notice_failed');
  });

  test('has no words of the page, and does not come when it is not wanted', async () => {
    await run();
    for (const wrong of [{ daysLeft: 3, companies: 2, title: 'Pay' }, { daysLeft: 'Pay' }, null])
      expect(await remind(wrong)).toMatchObject({ error: { code: 'invalid_input' } });
    fixture.hosted.replies.set('settings.get', {
      ok: true,
      value: { language: 'eu', notifyWhenDone: false },
    });
    fixture.hosted.emit({ name: 'settings.changed', payload: {} });
    await settle();
    expect(await remind({ daysLeft: 3, companies: 2 })).toEqual({ ok: true, value: null });
    expect(notices()).toEqual([]);
  });
});
