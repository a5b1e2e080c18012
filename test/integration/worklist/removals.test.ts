import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';

const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const decimals = /(<ImporteTotalFactura>-?\d+)\./g;
const make = (seed: number) =>
  makeDocument('240-received', { seed, records: 2, taxpayer: company });

describe('files removed from the list', () => {
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
    expect(removed.undoMs).toBe(10_000);
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
});
