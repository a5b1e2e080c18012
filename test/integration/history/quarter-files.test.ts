import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { readCents } from '../../../main/features/history/quarter/totals-import.ts';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { take } from '../companies/take.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';

const entity = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

async function openWithFile(): Promise<Office> {
  const office = await openPractisingOffice();
  const xml = makeDocument('240-received', { seed: 1, records: 4, taxpayer: entity, ...dueDays() });
  await office.drop('una.xml', xml);
  return office;
}

const bytesOf = (file: { contentBase64: string }) =>
  new Uint8Array(Buffer.from(file.contentBase64, 'base64'));

describe('the quarter as a workbook', () => {
  it('has every company with its books in words, amounts as numbers, and no formula', async () => {
    const office = await openWithFile();
    const { companies } = await office.call('quarter.get', {});
    const [first] = companies;
    const update = { id: first?.id ?? '', isIndividual: false, fullName: entity.name };
    const { territoryId } = await office.call('companies.get', { id: update.id });
    const hostile = { code: '=1+1', adviser: '<Ane & "Jon">' };
    await office.call('companies.update', {
      ...update,
      taxId: entity.taxId,
      territoryId,
      ...hostile,
    });
    const file = await office.call('quarter.exportFile', { language: 'es' });
    expect(file).toMatchObject({ companies: 2 });
    // As the receipts of the quarter are named.
    expect(file.name).toMatch(/^zubi-\d{4}-[1-4]T\.xlsx$/);
    const [sheet] = (await readXlsx(bytesOf(file))).sheets;
    expect(sheet?.rows[0]?.slice(0, 3)).toEqual(['Código', 'Empresa', 'NIF']);
    const row = sheet?.rows[1] ?? [];
    expect(row.slice(0, 4)).toEqual([hostile.code, entity.name, entity.taxId, hostile.adviser]);
    expect(row).toContain('Listo');
    expect(row.at(-2)).toBe(4);
    expect(row.at(-1)).toBe(Number(first?.amount));
    const person = companies.find(({ taxId }) => taxId !== entity.taxId);
    const one = await office.call('quarter.exportFile', { companyIds: [person?.id ?? ''] });
    expect((await readXlsx(bytesOf(one))).sheets[0]?.rows).toHaveLength(2);
    const nobody = await office.refused('quarter.exportFile', { companyIds: ['nobody'] });
    expect(nobody.code).toBe('company_unknown');
  });
});

describe('the calendar', () => {
  it('has the next four deadlines, with reminders for other programs', async () => {
    const office = await openPractisingOffice({ clock: () => new Date('2026-10-20T09:00:00Z') });
    const { deadlines, unfiled } = await office.call('quarter.calendar', {});
    expect(deadlines.map(({ deadline }) => deadline)).toEqual([
      '2026-10-26',
      '2027-02-01',
      '2027-04-26',
      '2027-07-26',
    ]);
    expect([deadlines[0]?.daysLeft, unfiled]).toEqual([6, 2]);
    const file = await office.call('quarter.calendarFile', { language: 'es' });
    const text = Buffer.from(file.contentBase64, 'base64').toString('utf8');
    expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(4);
    expect(text.match(/BEGIN:VALARM/g)).toHaveLength(12);
    expect(text).toContain('DTSTART;VALUE=DATE:20261026\r\n');
    expect(text).toContain('UID:lroe-2026-Q3@zubi\r\n');
    // Without a sign before it 15 hours would be added to midnight, not taken from it.
    expect(text).toContain('TRIGGER:-P0DT15H\r\n');
    const lines = text.split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(text.replaceAll('\r\n ', '')).toContain('Compruebe los festivos');
  });
});

describe('totals of the accounting program', () => {
  it('are read by tax id or code, added up, and compared with the quarter', async () => {
    const office = await openWithFile();
    const before = await office.call('quarter.get', {});
    const row = before.companies.find(({ taxId }) => taxId === entity.taxId);
    expect(row?.accounting).toBeNull();
    const period = before.quarter.id;
    const told = Number(row?.amount ?? '0');
    const half = (told / 2).toFixed(2).replace('.', ',');
    const csv = `NIF;Empresa;Importe total;Registros\nA-99800476;Lantegiak;${half};1\n${entity.taxId};Lantegiak;${half};2\nB00000034;Nadie;5,00;1\n09760433S;Miren;nada;1\n`;
    const fileId = await take(office, 'totales.csv', csv);
    const report = await office.call('quarter.importTotals', { fileId, period });
    expect(report).toEqual({
      companies: 1,
      left: [
        { row: 4, name: 'B00000034', reason: 'company' },
        { row: 5, name: '09760433S', reason: 'amount' },
      ],
    });
    const rowNow = async () =>
      (await office.call('quarter.get', {})).companies.find(({ taxId }) => taxId === entity.taxId);
    const after = await rowNow();
    expect(after?.accounting?.records).toBe(3);
    expect(Math.abs(Number(after?.accounting?.difference))).toBeLessThanOrEqual(0.01);

    const rows = [
      ['Código', 'Importe'],
      ['0417', told + 100],
    ];
    const workbook = await writeXlsx({ sheets: [{ name: 'Totales', rows }] });
    const { territoryId } = await office.call('companies.get', { id: row?.id ?? '' });
    await office.call('companies.update', {
      id: row?.id ?? '',
      isIndividual: false,
      fullName: entity.name,
      taxId: entity.taxId,
      territoryId,
      code: '0417',
    });
    const second = await take(office, 'totales.xlsx', workbook);
    await office.call('quarter.importTotals', { fileId: second, period });
    expect((await rowNow())?.accounting).toMatchObject({ difference: '-100.00', records: null });
    const { quarters } = await office.call('quarter.company', { id: row?.id ?? '' });
    expect(quarters.map(({ standing }) => standing)).toEqual([null, null, null, 'ready']);
    expect(quarters.at(-1)?.accounting?.difference).toBe('-100.00');
    await office.call('quarter.removeTotals', { period: '2020-Q1' });
    expect((await rowNow())?.accounting, 'those of another quarter').not.toBeNull();
    await office.call('quarter.removeTotals', { period });
    expect((await rowNow())?.accounting).toBeNull();
    const empty = await take(office, 'otra.csv', 'NIF;Empresa\nA99800476;Lantegiak\n');
    const refused = await office.refused('quarter.importTotals', { fileId: empty, period });
    expect(refused).toMatchObject({ code: 'import_mapping', details: { field: 'amount' } });
  });

  it('go to the company of the tax id, and hidden rows to none', async () => {
    const office = await openWithFile();
    const { quarter, companies } = await office.call('quarter.get', {});
    const own = companies.find(({ taxId }) => taxId === entity.taxId);
    const id = own?.id ?? '';
    const { territoryId } = await office.call('companies.get', { id });
    const update = { id, isIndividual: false, fullName: entity.name, territoryId, code: '48001' };
    await office.call('companies.update', { ...update, taxId: entity.taxId });
    const import_ = async (name: string, content: string | Uint8Array) => {
      const fileId = await take(office, name, content);
      return office.call('quarter.importTotals', { fileId, period: quarter.id });
    };
    const accounting = async () =>
      (await office.call('quarter.get', {})).companies.find((each) => each.id === id)?.accounting;

    // The client code counts only where there is no tax id, and a postal code is none.
    const strange = 'NIF;Código;Importe\nB00000034;48001;5,00\n';
    expect(await import_('a.csv', strange)).toMatchObject({ companies: 0, left: [{ row: 2 }] });
    const postal = 'Código postal;NIF;Importe\n48001;B00000034;5,00\n';
    expect(await import_('b.csv', postal)).toMatchObject({ companies: 0 });
    // A title above, no name beside the tax id, a count that is no amount.
    const titled = `Totales, primer trimestre 2026\nNIF;Total facturas;Importe\n${entity.taxId};7;9,50\n`;
    expect(await import_('c.csv', titled)).toEqual({ companies: 1, left: [] });
    expect(await accounting()).toMatchObject({ records: 7, amount: '9.50' });

    // The VAT or the base is no total.
    const vat = `NIF;Total IVA;Importe base;Total factura\n${entity.taxId};21;100;121\n`;
    expect(await import_('e.csv', vat)).toEqual({ companies: 1, left: [] });
    expect(await accounting()).toMatchObject({ amount: '121.00' });

    const workbook = await writeXlsx({
      sheets: [
        {
          ...{ name: 'Totales', rowDefs: new Map([[2, { hidden: true }]]) },
          rows: [
            ['NIF', 'Importe'],
            [entity.taxId, 100],
            [entity.taxId, 900],
          ],
        },
      ],
    });
    expect(await import_('d.xlsx', workbook)).toEqual({
      companies: 1,
      left: [{ row: 3, name: entity.taxId, reason: 'hidden' }],
    });
    expect(await accounting()).toMatchObject({ amount: '100.00' });
  });

  it('a file without a readable amount leaves amount and difference open', async () => {
    const office = await openWithFile();
    const { quarter } = await office.call('quarter.get', {});
    const csv = `N.I.F.;Nº facturas;Zenbateko osoa\n${entity.taxId};2;5,00\n;;9,00\n`;
    const fileId = await take(office, 'totales.csv', csv);
    const report = await office.call('quarter.importTotals', { fileId, period: quarter.id });
    expect(report).toMatchObject({ companies: 1, left: [{ row: 3, name: '9,00' }] });
    const xml = makeDocument('240-received', {
      seed: 2,
      records: 2,
      taxpayer: entity,
      ...dueDays(),
    });
    await office.drop('rota.xml', xml.replace(/(<ImporteTotalFactura>-?\d+)\./, '$1,'));
    const rowNow = async () =>
      (await office.call('quarter.get', {})).companies.find(({ taxId }) => taxId === entity.taxId);
    expect(await rowNow()).toMatchObject({
      records: 6,
      unread: 2,
      amount: expect.stringMatching(/^\d+\.\d\d$/),
      accounting: { records: 2, amount: '5.00', difference: null },
    });
    const { files } = await office.call('submissions.worklist', {});
    await office.drop(
      'corta.xml',
      xml.replace(/<ImporteTotalFactura>[^<]*<.ImporteTotalFactura>/, ''),
    );
    const after = await office.call('submissions.worklist', {});
    const short = after.files.find(({ id }) => files.every((file) => file.id !== id));
    expect(short?.judged?.totals.amount, 'one record has none').toBeNull();
  });

  it.each([
    ['1.234,56', 123_456],
    ['1,234.56 €', 123_456],
    ['1234.5', 123_450],
    ['−12', -1200],
    ['1.234.567', 123_456_700],
    ['1.234,567', 123_457],
    ['1.234.567,891', 123_456_789],
    ['0', 0],
    ['36571.700000000004', 3_657_170],
    ['nada', null],
    ['', null],
    ['1,2,3', null],
    ['ES9121000418450200051332', null],
    ['21000418450200051332', null],
  ])('an amount written %j is %j cents', (text, cents) => expect(readCents(text)).toBe(cents));
});
