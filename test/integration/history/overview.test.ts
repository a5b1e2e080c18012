import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readOverview } from '../../../main/features/history/overview.ts';
import { monthsUpTo } from '../../../main/features/history/overview-months.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { filingPeriodAt, monthOf, periodBefore } from '../../../main/platform/filing-period.ts';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { insertCompanyRow } from '../store/rows.ts';

const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

describe('the quarter with the next deadline', () => {
  it.each([
    ['2026-02-02T22:59:59Z', '2025-Q4', '2026-02-02'],
    ['2026-02-02T23:00:00Z', '2026-Q1', '2026-04-27'],
    ['2026-07-25T22:00:00Z', '2026-Q2', '2026-07-27'],
    ['2026-07-28T00:00:00Z', '2026-Q3', '2026-10-26'],
    ['2026-10-26T22:59:59Z', '2026-Q3', '2026-10-26'],
    ['2026-10-26T23:00:00Z', '2026-Q4', '2027-02-01'],
    ['2026-12-31T23:30:00Z', '2026-Q4', '2027-02-01'],
    ['2028-01-31T22:59:59Z', '2027-Q4', '2028-01-31'],
  ])('at %s, by the clock of Bizkaia', (instant, id, deadline) => {
    expect(filingPeriodAt(new Date(instant))).toMatchObject({ id, deadline });
  });

  it('has a quarter before it, and its own months', () => {
    const first = filingPeriodAt(new Date('2026-02-10T12:00:00Z'));
    expect(periodBefore(first)).toMatchObject({ id: '2025-Q4', deadline: '2026-02-02' });
    expect(monthOf(new Date('2026-10-31T23:30:00Z'))).toBe('2026-11');
    expect(monthsUpTo('2026-02', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  });
});

async function send(
  office: Office,
  form: '240-received' | '140-with-invoice',
  seed: number,
  now = new Date(),
): Promise<string> {
  const taxpayer =
    form === '240-received' ? company : { taxId: '00000000T', name: 'Lapurdi Etxeberria Ane' };
  const file = await office.drop(
    `${form}-${seed}.xml`,
    makeDocument(form, { seed, records: 4, taxpayer, ...dueDays(now) }),
  );
  const { submissions } = await office.call('submissions.send', { fileIds: [file.id] });
  await office.app.idle();
  return submissions[0]?.id ?? '';
}

/** The state of the company's book of received invoices. */
async function standing(office: Office, period?: string): Promise<string> {
  const { companies } = await office.call('quarter.get', period === undefined ? {} : { period });
  const own = companies.find(({ taxId }) => taxId === company.taxId);
  return own?.cells.map((cell) => `${cell.standing} ${cell.count}`).join() ?? 'not there';
}

describe('the quarter and the months', () => {
  it('show what was sent, what is missing since the last deadline, and what waits', async () => {
    const before = new Date('2026-10-20T09:00:00Z');
    let now = before;
    const office = await openPractisingOffice({ clock: () => now });
    await send(office, '240-received', 1, now);
    expect(await standing(office)).toBe('complete 0');

    now = new Date('2026-11-03T09:00:00Z');
    const { quarter } = await office.call('quarter.get', {});
    expect(quarter).toMatchObject({ id: '2026-Q4', deadline: '2027-02-01', daysLeft: 90 });
    expect(await standing(office)).toBe('missing 0');

    // The same records again: the ledger refuses them, in the quarter that they are of.
    const again = { seed: 1, records: 4, taxpayer: company, ...dueDays(before) };
    const file = await office.drop('again.xml', `${makeDocument('240-received', again)}\n`);
    const reply = await office.app.call('submissions.send', {
      fileIds: [file.id],
      confirmDuplicates: true,
    });
    expect(reply.ok).toBe(true);
    await office.app.idle();
    expect([await standing(office), await standing(office, '2026-Q3')]).toEqual([
      'missing 0',
      'rejected 1',
    ]);
    const { months, waiting } = await office.call('overview.get', {});
    expect(waiting.counts).toMatchObject({ rejected: 1, unknown: 0 });
    expect(waiting.submissions).toMatchObject([
      { state: 'rejected', file: 'again.xml', incorrectRecords: 4 },
    ]);
    expect(months.map(({ month }) => month).slice(-2)).toEqual(['2026-10', '2026-11']);
    expect(months).toHaveLength(12);
    expect(months.at(-1)).toMatchObject({ accepted: 0, rejected: 1 });
    expect(months.at(-2)).toMatchObject({ accepted: 1, rejected: 0 });

    await office.call('submissions.dismiss', { ids: [waiting.submissions[0]?.id ?? ''] });
    expect(await standing(office, '2026-Q3'), 'closed').toBe('complete 0');
    expect(await standing(office), 'nothing filed').toBe('missing 0');
    await send(office, '240-received', 2, now);
    expect(await standing(office)).toBe('complete 0');
  });

  it('expect nothing from an archived company', async () => {
    let now = new Date('2026-10-20T09:00:00Z');
    const office = await openPractisingOffice({ clock: () => now });
    await send(office, '240-received', 1, now);
    now = new Date('2026-11-03T09:00:00Z');
    const { companies } = await office.call('quarter.get', {});
    const own = companies.find(({ taxId }) => taxId === company.taxId);
    expect(own?.standing).toBe('missing');
    await office.call('companies.archive', { id: own?.id ?? '' });
    expect(await standing(office)).toBe('not there');
  });

  it('count the files on the list for a company, without copies and files that were fixed and sent since', async () => {
    const office = await openPractisingOffice();
    const make = (seed: number) =>
      makeDocument('240-received', { seed, records: 2, taxpayer: company, ...dueDays() });
    await send(office, '240-received', 1);
    expect(await standing(office), 'what was sent').toBe('complete 0');
    await office.drop(
      'copia.xml',
      makeDocument('240-received', { seed: 1, records: 4, taxpayer: company, ...dueDays() }),
    );
    expect(await standing(office), 'a copy of it').toBe('complete 0');
    await office.drop('otra.xml', '<html></html>');
    await office.drop('de nadie.xml', makeDocument('240-received', { seed: 2, records: 1 }));
    expect(await standing(office), 'of nobody, or of another').toBe('complete 0');

    const decimals = /(<ImporteTotalFactura>-?\d+)\./g;
    const faulty = await office.drop('faltas.xml', make(3).replace(decimals, '$1,'));
    expect(faulty.judged).toMatchObject({ verdict: 'invalid', taxpayer: { taxId: company.taxId } });
    const good = await office.drop('buena.xml', make(4));
    expect(await standing(office)).toBe('faulty 1');
    expect((await office.call('quarter.get', {})).ready.fileIds).toEqual([good.id]);
    await office.call('submissions.discard', { fileIds: [good.id] });
    expect(await standing(office)).toBe('faulty 1');
    expect((await office.call('quarter.get', {})).ready.fileIds).toEqual([]);

    const { fixes } = await office.call('submissions.fixes', { fileId: faulty.id });
    const chosen = fixes.map(({ fix, code, ledgerCode }) => ({ fix, code, ledgerCode, at: null }));
    const fixed = await office.call('submissions.applyFix', { fileId: faulty.id, chosen });
    expect(await standing(office), 'the fixed one in its place').toBe('ready 1');
    await office.call('submissions.pause', {});
    await office.call('submissions.send', { fileIds: [fixed.file.id] });
    expect(await standing(office), 'what it was made from').toBe('sent 0');
    await office.call('submissions.cancelJob', { all: true });
    expect(await standing(office), 'taken back').toBe('ready 1');
    await office.call('submissions.resume', {});
    await office.call('submissions.send', { fileIds: [fixed.file.id] });
    await office.app.idle();
    await office.call('submissions.discard', { fileIds: [fixed.file.id] });
    expect(await standing(office), 'after clearing').toBe('complete 0');
  });

  it('do not confuse a file with the file made from another of the same name', async () => {
    const office = await openPractisingOffice();
    await send(office, '240-received', 1);
    const make = (seed: number) =>
      makeDocument('240-received', { seed, records: 2, taxpayer: company, ...dueDays() }).replace(
        /(<ImporteTotalFactura>-?\d+)\./g,
        '$1,',
      );
    const [january, february] = [
      await office.drop('LROE.xml', make(11)),
      await office.drop('LROE.xml', make(12)),
    ];
    const { fixes } = await office.call('submissions.fixes', { fileId: january.id });
    const chosen = fixes.map(({ fix, code, ledgerCode }) => ({ fix, code, ledgerCode, at: null }));
    const fixed = await office.call('submissions.applyFix', { fileId: january.id, chosen });
    await office.call('submissions.send', { fileIds: [fixed.file.id] });
    await office.app.idle();
    expect(await standing(office)).toBe('faulty 1');
    await office.call('submissions.discard', { fileIds: [february.id] });
    expect(await standing(office)).toBe('complete 0');
  });
});

describe('the companies whose authorization needs attention', () => {
  it('are all counted, and the first of each state named', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'zubi-overview-'));
    const clock = () => new Date('2026-11-21T09:00:00Z');
    const store = await openStore(folder, clock);
    onTestFinished(async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    });
    for (let index = 0; index < 230; index += 1)
      await insertCompanyRow(store.queries, {
        id: `${index}`,
        name: `Bizkaiko ${index}`,
        taxId: `A${index}`,
        authorization: 'pending_validation',
      });
    const last = { id: 'last', name: 'Zuatzu', authorization: 'rejected' } as const;
    await insertCompanyRow(store.queries, last);
    const { waiting } = await readOverview({ clock, store }, 'sandbox');
    expect(waiting.authorizationCounts).toEqual({ pending_validation: 230, rejected: 1 });
    expect(waiting.authorizations[0]).toMatchObject({ companyId: 'last', state: 'rejected' });
    expect(waiting.authorizations).toHaveLength(21);
  });
});
