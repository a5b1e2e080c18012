import { describe, expect, it } from 'vitest';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { take } from '../companies/take.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';

const entity = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };
const person = { taxId: '09760433S', name: 'Etxeberria Agirre Miren' };

type Form = '240-received' | '140-with-invoice' | '140-without-invoice';

function make(form: Form, seed: number, now = new Date()): string {
  const taxpayer = form === '240-received' ? entity : person;
  return makeDocument(form, { seed, records: 4, taxpayer, ...dueDays(now) });
}

async function send(office: Office, form: Form, seed: number, now?: Date): Promise<string> {
  const file = await office.drop(`${form}-${seed}.xml`, make(form, seed, now));
  const { submissions } = await office.call('submissions.send', { fileIds: [file.id] });
  await office.app.idle();
  return submissions[0]?.id ?? '';
}

async function rowOf(office: Office, { taxId }: { taxId: string }, period?: string) {
  const { companies } = await office.call('quarter.get', period === undefined ? {} : { period });
  const row = companies.find((company) => company.taxId === taxId);
  if (row === undefined) throw new Error(`not there: ${taxId}`);
  return row;
}

async function cellsOf(office: Office, who: { taxId: string }, period?: string) {
  const { cells } = await rowOf(office, who, period);
  return cells.map(({ book, standing, count }) => `${book} ${standing} ${count}`);
}

describe('the quarter', () => {
  it('counts every active company of Bizkaia, and shows what each has not filed', async () => {
    let now = new Date('2026-10-20T09:00:00Z');
    const office = await openPractisingOffice({ clock: () => now });
    const { companies, quarter } = await office.call('quarter.get', {});
    expect(quarter).toMatchObject({ id: '2026-Q3', deadline: '2026-10-26', daysLeft: 6 });
    expect(quarter).toMatchObject({ isCurrent: true, previous: '2026-Q2', next: '2026-Q4' });
    expect(companies.map(({ taxId, standing }) => [taxId, standing])).toEqual([
      [entity.taxId, 'missing'],
      [person.taxId, 'missing'],
    ]);
    expect(await cellsOf(office, person)).toEqual(['140-with-invoice missing 0']);
    expect(await rowOf(office, entity)).toMatchObject({
      records: null,
      amount: null,
      bars: [null, null, null, 'missing'],
    });

    const file = await office.drop('una.xml', make('240-received', 1, now));
    expect(await cellsOf(office, entity)).toEqual(['240-received ready 1']);
    const { ready } = await office.call('quarter.get', {});
    expect(ready).toEqual({ fileIds: [file.id], companies: 1 });
    await office.call('submissions.send', { fileIds: [file.id] });
    await office.app.idle();
    expect(await cellsOf(office, entity)).toEqual(['240-received complete 0']);
    expect(await rowOf(office, entity)).toMatchObject({ records: 4, standing: 'complete' });
    await office.drop('copia.xml', make('240-received', 1, now));
    expect(await cellsOf(office, entity), 'a copy').toEqual(['240-received complete 0']);

    // The books that a person has filed are to be filed in the next quarter too.
    await send(office, '140-without-invoice', 2, now);
    expect(await cellsOf(office, person)).toEqual(['140-without-invoice complete 0']);
    now = new Date('2026-11-03T09:00:00Z');
    expect(await cellsOf(office, person)).toEqual(['140-without-invoice missing 0']);
    expect((await rowOf(office, entity)).bars).toEqual([null, null, 'complete', 'missing']);
    const before = await office.call('quarter.get', { period: '2026-Q3' });
    expect(before.quarter).toMatchObject({ isCurrent: false, next: '2026-Q4', daysLeft: -8 });
    expect(before.companies.map(({ standing }) => standing)).toEqual(['complete', 'complete']);
    expect((await office.call('quarter.get', { period: '2026-Q2' })).companies).toEqual([]);
    const { id } = await rowOf(office, person);
    await office.call('companies.archive', { id });
    expect((await office.call('quarter.get', {})).companies).toHaveLength(1);
  });

  it('stores a mark that there is nothing to file, and removes it', async () => {
    const office = await openPractisingOffice();
    const { id } = await rowOf(office, entity);
    const { quarter } = await office.call('quarter.get', {});
    const period = quarter.id;
    await office.call('quarter.setNothing', { companyIds: [id], period, nothing: true });
    expect(office.events.at(-1)?.name).toBe('companies.changed');
    expect(await rowOf(office, entity)).toMatchObject({ standing: 'nothing' });
    const reopened = await office.restart();
    expect(await rowOf(reopened, entity)).toMatchObject({ standing: 'nothing' });
    expect((await rowOf(reopened, entity, quarter.previous).catch(() => null))?.standing).not.toBe(
      'nothing',
    );
    await reopened.call('quarter.setNothing', { companyIds: [id], period, nothing: false });
    expect(await rowOf(reopened, entity)).toMatchObject({ standing: 'missing' });
    await reopened.call('quarter.setNothing', {
      companyIds: [id],
      period,
      nothing: true,
      books: ['140-with-invoice'],
    });
    expect(await rowOf(reopened, entity), 'another book').toMatchObject({ standing: 'missing' });
    await reopened.call('quarter.setNothing', { companyIds: [id], period, nothing: true });
    await send(reopened, '240-received', 5);
    expect(await rowOf(reopened, entity), 'filed all the same').toMatchObject({
      standing: 'complete',
    });
    const unknown = { companyIds: ['nobody'], period, nothing: true };
    expect((await reopened.refused('quarter.setNothing', unknown)).code).toBe('company_unknown');
  });

  it('counts a correction instead of the corrected submission, and no record twice', async () => {
    const office = await openPractisingOffice();
    await send(office, '240-received', 1);
    const other = { seed: 1, records: 6, firstRecord: 2, taxpayer: entity, ...dueDays() };
    const partly = await office.drop('parte.xml', makeDocument('240-received', other));
    const { submissions } = (await office.call('submissions.send', {
      fileIds: [partly.id],
      confirmDuplicates: true,
    })) as { submissions: { id: string }[] };
    await office.app.idle();
    const id = submissions[0]?.id ?? '';
    const { cells, records } = await rowOf(office, entity);
    expect(cells).toMatchObject([{ standing: 'toCorrect', count: 2, submissionId: id }]);
    // Two of its records are refused because the ledger has them already.
    expect(records).toBe(8);
    const { file } = await office.call('submissions.extractRejected', { id });
    const after = await rowOf(office, entity);
    expect([after.cells[0]?.standing, after.records]).toEqual(['ready', 8]);
    await office.call('submissions.discard', { fileIds: [file.id] });
    expect((await rowOf(office, entity)).cells[0]?.standing).toBe('toCorrect');
    await office.call('submissions.dismiss', { ids: [id] });
    const closed = await rowOf(office, entity);
    expect([closed.standing, closed.records], 'closed without fixing').toEqual(['complete', 8]);
  });

  it('requires an authorization only where one is needed and something is due', async () => {
    const office = await openPractisingOffice();
    await office.drop('una.xml', make('240-received', 1));
    expect((await rowOf(office, entity)).standing).toBe('ready');
    const { softwareGarante } = await office.call('connection.get', {});
    if (softwareGarante === null) throw new Error('the sandbox has one');
    await office.call('connection.set', { softwareGarante: { ...softwareGarante, holds: false } });
    const matrix = await office.call('quarter.get', {});
    expect(matrix.companies.map(({ standing }) => standing)).toEqual([
      'authorization',
      'authorization',
    ]);
    expect(matrix.ready).toEqual({ fileIds: [], companies: 0 });
    await office.call('quarter.setNothing', {
      companyIds: matrix.companies.map(({ id }) => id),
      period: matrix.quarter.id,
      nothing: true,
    });
    expect((await rowOf(office, person)).standing).toBe('nothing');
    expect((await rowOf(office, entity)).standing, 'its file waits').toBe('authorization');

    // Without a key that comes first, as on the list of files.
    const added = { taxId: 'B00000034', name: 'Nueva SL' };
    const table = `NIF;Razón social;Territorio\n${added.taxId};${added.name};Bizkaia\n`;
    const fileId = await take(office, 'clientes.csv', table);
    await office.call('companies.importFile', { fileId });
    const options = { seed: 3, records: 1, taxpayer: added, ...dueDays() };
    const file = await office.drop('nueva.xml', makeDocument('240-received', options));
    expect(file.obstacle).toBe('company_without_key');
    expect((await rowOf(office, added)).standing).toBe('keyless');
  });
});
