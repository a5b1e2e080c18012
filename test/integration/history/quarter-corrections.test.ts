import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { take } from '../companies/take.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { company, send, sendFile, withAnswers } from '../corrections/sending.ts';

const xmlOf = (seed: number, records: number, firstRecord = 0) =>
  makeDocument('240-received', { seed, records, firstRecord, taxpayer: company, ...dueDays() });

const readOwn = async (office: Office) => {
  const { companies } = await office.call('quarter.get', {});
  const own = companies.find(({ taxId }) => taxId === company.taxId);
  if (own === undefined) throw new Error('no company');
  return own;
};

const readCells = async (office: Office) =>
  (await readOwn(office)).cells.map(({ standing, count }) => [standing, count]);

describe('refused records in the quarter', () => {
  it('stay to correct while a cancellation or modification of another record is on the list', async () => {
    const office = await openPractisingOffice(
      withAnswers(({ records }) => ({
        result: 'partially_correct',
        ledger_response_xml: null,
        records: (records ?? []).map((record, index) =>
          index === 0 ? { ...record, state: 'incorrect', code: 'B4_2000011' } : record,
        ),
      })),
    );
    const { id } = await send(office, 'quarter.xml', xmlOf(9, 4));
    const before = await readCells(office);
    const cancelled = await office.call('submissions.buildCancellation', { id, records: [2] });
    expect(await readCells(office)).toEqual(before);
    // A person edits its text: it is still a cancellation.
    const source = await office.call('submissions.source', { fileId: cancelled.file.id });
    const text = `${source.text}<!-- read -->`;
    const textId = await take(office, 'text', text);
    const { file } = await office.call('submissions.saveText', {
      fileId: cancelled.file.id,
      textId,
    });
    expect(file.judged?.form?.operation).toBe('cancellation');
    expect(await readCells(office)).toEqual(before);
    await office.call('submissions.discard', { fileIds: [file.id] });
    const form = await office.call('submissions.recordForm', { id, record: 3 });
    const values = form.values.map((value) =>
      value.path.endsWith('DescripcionOperacion') ? { ...value, value: 'Otra' } : value,
    );
    await office.call('submissions.buildModification', { id, record: 3, values });
    expect(await readCells(office)).toEqual(before);
    // Its refused record is corrected by this one.
    await office.call('submissions.extractRejected', { id, which: 'rejected' });
    expect(await readCells(office)).not.toEqual(before);
  });

  it('are all records of a rejected file, also those that its answer leaves out', async () => {
    const office = await openPractisingOffice(
      withAnswers(({ records }) => ({
        result: 'incorrect',
        ledger_response_xml: null,
        records: (records ?? [])
          .slice(0, 1)
          .map((record) => ({ ...record, state: 'incorrect', code: 'B4_2000011' })),
      })),
    );
    expect((await send(office, 'quarter.xml', xmlOf(9, 4))).state).toBe('rejected');
    const { batches } = await office.call('submissions.batches', {});
    expect(batches).toMatchObject([{ records: 4, acceptedRecords: 0, incorrectRecords: 4 }]);
  });

  it('count once where the ledger has them already, and are corrected by one joined file', async () => {
    const office = await openPractisingOffice();
    await send(office, 'all.xml', xmlOf(5, 4));
    const first = await readOwn(office);
    expect(first.records).toBe(4);
    const again = (from: number) =>
      xmlOf(5, 2, from).replace('</NumFactura>', '</NumFactura><!-- again -->');
    const refused = [
      await send(office, 'one.xml', again(0), true),
      await send(office, 'two.xml', again(2), true),
    ];
    expect(refused.map(({ state }) => state)).toEqual(['rejected', 'rejected']);
    const { records, amount, cells } = await readOwn(office);
    expect([records, amount]).toEqual([first.records, first.amount]);
    expect(cells.map(({ standing }) => standing)).toContain('rejected');
    const { files } = await office.call('submissions.makeCorrections', {
      ids: refused.map(({ id }) => id),
      recorded: 'modify',
    });
    expect(files).toHaveLength(1);
    const joined = await readOwn(office);
    expect(joined.cells.map(({ standing }) => standing)).toContain('ready');
    expect(joined.cells.map(({ standing }) => standing)).not.toContain('rejected');
    expect([joined.records, joined.amount]).toEqual([first.records, first.amount]);
    for (const { id } of files) await sendFile(office, id, true);
    expect((await readOwn(office)).records).toBe(4);
  });

  it('of a partly accepted file count once too', async () => {
    const office = await openPractisingOffice();
    await send(office, 'four.xml', xmlOf(5, 4));
    const five = xmlOf(5, 5).replace('</NumFactura>', '</NumFactura><!-- again -->');
    const { id, state } = await send(office, 'five.xml', five, true);
    expect(state).toBe('partially_accepted');
    const { records, amount } = await readOwn(office);
    expect(records).toBe(5);
    // All that it refused is left out then.
    await office.call('submissions.dismiss', { ids: [id] });
    expect(await readOwn(office)).toMatchObject({ records, amount });
  });
});

it('a total of three decimals in a spreadsheet is no number of thousands', async () => {
  const office = await openPractisingOffice();
  await office.drop('two.xml', xmlOf(1, 2));
  const { quarter } = await office.call('quarter.get', {});
  const rows = [
    ['NIF', 'Importe'],
    [company.taxId, 121.605],
  ];
  const fileId = await take(office, 't.xlsx', await writeXlsx({ sheets: [{ name: 'T', rows }] }));
  await office.call('quarter.importTotals', { fileId, period: quarter.id });
  expect((await readOwn(office)).accounting?.amount).toMatch(/^121\.6[01]$/);
});

it('an invoice is found in a document of any encoding', async () => {
  const office = await openPractisingOffice();
  const xml = xmlOf(3, 2).replace(/<NumFactura>[^<]*</, '<NumFactura>NÑ-77/2026<');
  const declared = (encoding: string) =>
    xml.replace(/<\?xml[^>]*\?>/, `<?xml version="1.0" encoding="${encoding}"?>`);
  await office.drop('utf8.xml', xml);
  const utf16 = Buffer.from(declared('UTF-16'), 'utf16le');
  await office.drop('utf16.xml', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]));
  await office.drop('latin1.xml', Buffer.from(declared('ISO-8859-1'), 'latin1'));
  const { fileIds } = await office.call('submissions.findInvoice', { number: 'nñ-77' });
  expect(fileIds).toHaveLength(3);
});

it('a CSV report tells how many issues it leaves out', async () => {
  const office = await openPractisingOffice();
  const xml = xmlOf(1, 1500).replaceAll(/(<ImporteTotalFactura>-?\d+)\./g, '$1,');
  const { id } = await office.drop('big.xml', xml);
  const { contentBase64 } = await office.call('reports.create', {
    fileIds: [id],
    format: 'csv',
    language: 'en',
  });
  const rows = Buffer.from(contentBase64, 'base64').toString().trimEnd().split('\r\n');
  expect(rows.at(-1)).toMatch(/… and 500 more issues not shown/);
});
