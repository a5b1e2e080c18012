import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { company, person, send, sendFile } from '../corrections/sending.ts';

const summer = { firstDay: '2026-07-01', days: 80 };
const invoices = (seed: number) =>
  makeDocument('240-received', { seed, records: 3, taxpayer: company, ...summer });

async function standings(office: Office, period?: string): Promise<string[]> {
  const { companies } = await office.call('quarter.get', period === undefined ? {} : { period });
  const own = companies.find(({ taxId }) => taxId === company.taxId);
  return own?.cells.map(({ standing }) => standing) ?? [];
}

describe('books that are sent after their quarter', () => {
  it('count for it: ready, sent, corrected and cancelled', async () => {
    const clock = () => new Date('2026-11-24T09:00:00Z');
    const office = await openPractisingOffice({ clock });
    const late = await office.drop('recibidas.xml', invoices(1));
    expect(late.judged?.period).toBe('2026-Q3');
    const now = await office.call('quarter.get', {});
    expect(now.quarter.id).toBe('2026-Q4');
    expect(now.ready).toEqual({ fileIds: [], companies: 0 });
    expect(now.elsewhere).toEqual([{ id: '2026-Q3', year: 2026, quarter: 3, files: 1 }]);
    expect([await standings(office), await standings(office, '2026-Q3')]).toEqual([
      ['missing'],
      ['ready'],
    ]);
    const then = await office.call('quarter.get', { period: '2026-Q3' });
    expect(then.ready).toEqual({ fileIds: [late.id], companies: 1 });
    expect(then.elsewhere).toEqual([]);

    const sent = await sendFile(office, late.id);
    expect(sent).toMatchObject({ state: 'accepted', period: '2026-Q3' });
    expect([await standings(office), await standings(office, '2026-Q3')]).toEqual([
      ['missing'],
      ['complete'],
    ]);
    expect((await office.call('quarter.get', {})).elsewhere).toEqual([]);
    const { quarters } = await office.call('quarter.company', { id: sent.company.id });
    expect(quarters.slice(-2).map(({ id, standing }) => `${id} ${standing}`)).toEqual([
      '2026-Q3 complete',
      '2026-Q4 missing',
    ]);
    const receipt = { submissionId: sent.id, format: 'pdf', language: 'es' } as const;
    const { name } = await office.call('reports.receipt', receipt);
    expect(name).toBe(`${company.taxId}-2026-3T.pdf`);

    // A cancellation names no day: it counts where the records that it cancels do.
    const { file } = await office.call('submissions.buildCancellation', { id: sent.id });
    expect(file.judged?.period).toBeNull();
    expect(await standings(office, '2026-Q3')).toEqual(['ready']);
    expect(await sendFile(office, file.id)).toMatchObject({ period: '2026-Q3' });
    const { companies } = await office.call('quarter.get', {});
    const bars = companies.find(({ taxId }) => taxId === company.taxId)?.bars;
    expect(bars?.slice(2)).toEqual(['missing', 'missing']);
    // Nothing is left of the book: what should be in it must still be sent.
    const after = await office.call('quarter.get', { period: '2026-Q3' });
    expect(after.companies.flatMap(({ cells, records }) => [cells, records])).toEqual([
      [expect.objectContaining({ standing: 'missing', count: 1 })],
      0,
    ]);
  });

  it('of another year count for its last quarter, and again where they counted first', async () => {
    let now = new Date('2026-10-20T09:00:00Z');
    const office = await openPractisingOffice({ clock: () => now });
    const options = { seed: 5, records: 2, taxpayer: person, firstDay: '2025-10-01', days: 80 };
    const old = makeDocument('140-with-invoice-cancellation', options);
    const refused = await send(office, 'anulacion.xml', old);
    expect(refused).toMatchObject({ state: 'rejected', period: '2025-Q4' });
    await office.call('submissions.pause', {});
    const queued = await office.drop('recibidas.xml', invoices(2));
    await office.call('submissions.send', { fileIds: [queued.id] });
    await office.call('submissions.cancelJob', { all: true });
    now = new Date('2026-11-24T09:00:00Z');
    const { submissions } = await office.call('submissions.list', {});
    const withdrawn = submissions.find(({ state }) => state === 'cancelled');
    await office.call('submissions.retry', { id: withdrawn?.id ?? '' });
    const again = (await office.call('submissions.list', {})).submissions;
    expect(again.filter(({ state }) => state === 'queued')).toMatchObject([{ period: '2026-Q3' }]);
  });

  it('of the running quarter, before the deadline of the one before, are in sight too', async () => {
    const office = await openPractisingOffice({ clock: () => new Date('2026-10-20T09:00:00Z') });
    const early = { seed: 4, records: 2, taxpayer: company, firstDay: '2026-10-01', days: 10 };
    await office.drop('pronto.xml', makeDocument('240-received', early));
    const matrix = await office.call('quarter.get', {});
    expect(matrix.quarter).toMatchObject({ id: '2026-Q3', next: '2026-Q4' });
    expect(matrix.elsewhere).toMatchObject([{ id: '2026-Q4', files: 1 }]);
    expect(await standings(office, '2026-Q4')).toEqual(['ready']);
  });
});
