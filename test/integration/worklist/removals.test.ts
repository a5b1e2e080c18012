import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';

const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const decimals = /(<ImporteTotalFactura>-?\d+)\./g;
const make = (seed: number) =>
  makeDocument('240-received', { seed, records: 2, taxpayer: company });

describe('files removed from the list', () => {
  it('may be as many as a person has dropped', async () => {
    const office = await openPractisingOffice();
    const { id } = await office.drop('buena.xml', make(1));
    const others = Array.from({ length: 6000 }, (_, number) => `gone-${number}`);
    const removed = await office.call('submissions.remove', { fileIds: [...others, id] });
    expect(removed.fileIds).toEqual([id]);
  });

  it('come back within a time limit with what they replaced, and are deleted at a later start', async () => {
    let now = new Date('2026-10-20T09:00:00Z');
    const office = await openPractisingOffice({ clock: () => now });
    const listed = async () =>
      (await office.call('submissions.worklist', {})).files.map(({ id }) => id);
    const faulty = await office.drop('faltas.xml', make(3).replace(decimals, '$1,'));
    const good = await office.drop('buena.xml', make(4));
    const { fixes } = await office.call('submissions.fixes', { fileId: faulty.id });
    const chosen = fixes.map(({ fix, code, ledgerCode }) => ({ fix, code, ledgerCode, at: null }));
    const { file } = await office.call('submissions.applyFix', { fileId: faulty.id, chosen });
    expect(await listed()).toEqual([good.id, file.id]);

    const removed = await office.call('submissions.remove', { fileIds: [good.id, file.id] });
    expect(new Set(removed.fileIds)).toEqual(new Set([faulty.id, good.id, file.id]));
    expect(removed).toMatchObject({ shown: 2, undoMs: 10_000 });
    expect(await listed()).toEqual([]);
    expect((await office.refused('submissions.send', { fileIds: [good.id] })).code).toBe(
      'file_unknown',
    );

    expect(await office.call('submissions.restore', { fileIds: removed.fileIds })).toEqual({
      fileIds: expect.arrayContaining(removed.fileIds),
    });
    expect(await listed(), 'the original stays behind its fixed copy').toEqual([good.id, file.id]);

    await office.call('submissions.remove', { fileIds: [file.id] });
    now = new Date(now.getTime() + 11_000);
    const later = await office.restart({ clock: () => now });
    await later.app.idle();
    expect((await later.call('submissions.worklist', {})).files.map(({ id }) => id)).toEqual([
      good.id,
    ]);
    const late = { fileIds: [file.id, faulty.id] };
    expect(await later.call('submissions.restore', late)).toEqual({ fileIds: [] });
  });

  it('come back within the time limit also where the clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let now = new Date('2026-10-20T09:00:00Z');
    const office = await openPractisingOffice({ clock: () => now });
    const [first, second] = [
      await office.drop('3.xml', make(3)),
      await office.drop('4.xml', make(4)),
    ];
    await office.call('submissions.remove', { fileIds: [first.id] });
    now = new Date(now.getTime() + 11_000);
    await office.call('submissions.remove', { fileIds: [second.id] });
    now = new Date(now.getTime() - 3000);
    await vi.advanceTimersByTimeAsync(12_000);
    await office.app.idle();
    expect(await office.call('submissions.restore', { fileIds: [second.id] })).toEqual({
      fileIds: [second.id],
    });
  });

  it('stay where they were brought back in the moment in which they are deleted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let now = new Date('2026-10-20T09:00:00Z');
    const office = await openPractisingOffice({ clock: () => now });
    const { id } = await office.drop('3.xml', make(3));
    await office.call('submissions.remove', { fileIds: [id] });
    now = new Date(now.getTime() + 12_000);
    vi.advanceTimersByTime(12_000);
    const { fileIds } = await office.call('submissions.restore', { fileIds: [id] });
    await office.app.idle();
    const { files } = await office.call('submissions.worklist', {});
    expect(files.map((file) => file.id)).toEqual(fileIds);
  });

  it('are undone together when they were removed one after the other', async () => {
    let now = new Date('2026-10-20T09:00:00Z');
    const office = await openPractisingOffice({ clock: () => now });
    const ids: string[] = [];
    for (const seed of [3, 4, 5]) ids.push((await office.drop(`${seed}.xml`, make(seed))).id);
    const [first = '', second = '', third = ''] = ids;
    const remove = async (id: string, seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
      return office.call('submissions.remove', { fileIds: [id] });
    };
    await remove(first, 0);
    const joined = await remove(second, 9);
    expect(joined).toMatchObject({ shown: 2, fileIds: expect.arrayContaining([first, second]) });

    // Each has the time of the last one.
    now = new Date(now.getTime() + 9000);
    const later = await office.restart({ clock: () => now });
    await later.app.idle();
    const restored = await later.call('submissions.restore', { fileIds: joined.fileIds });
    expect(restored.fileIds).toHaveLength(2);

    // What can be undone no more stays apart.
    now = new Date(now.getTime() + 1000);
    await later.call('submissions.remove', { fileIds: [first] });
    now = new Date(now.getTime() + 11_000);
    const alone = await later.call('submissions.remove', { fileIds: [third] });
    expect(alone).toMatchObject({ shown: 1, fileIds: [third] });
  });

  it('take no file with them that was dropped again meanwhile', async () => {
    let now = new Date('2026-10-20T09:00:00Z');
    const office = await openPractisingOffice({ clock: () => now });
    const content = make(3).replace(decimals, '$1,');
    const faulty = await office.drop('faltas.xml', content);
    const { fixes } = await office.call('submissions.fixes', { fileId: faulty.id });
    const chosen = fixes.map(({ fix, code, ledgerCode }) => ({ fix, code, ledgerCode, at: null }));
    const { file } = await office.call('submissions.applyFix', { fileId: faulty.id, chosen });
    await office.call('submissions.remove', { fileIds: [file.id] });
    const again = await office.drop('faltas.xml', content);
    now = new Date(now.getTime() + 11_000);
    const later = await office.restart({ clock: () => now });
    await later.app.idle();
    const { files } = await later.call('submissions.worklist', {});
    expect(files.map(({ id }) => id)).toEqual([again.id]);
  });
});
