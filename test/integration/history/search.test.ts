import { expect, it } from 'vitest';
import {
  insertRecordResults,
  listRecordResults,
} from '../../../main/features/submissions/record-results-table.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';
import { company, send } from '../corrections/sending.ts';
import { openEmptyHistory } from '../store/empty-history.ts';
import { insertSubmissionRow } from '../store/rows.ts';

it('an amount finds the submission with that total or a record of it, as people write it', async () => {
  const office = await openPractisingOffice();
  const make = (seed: number) =>
    makeDocument('240-received', { seed, records: 3, taxpayer: company });
  const sent = await send(office, 'uno.xml', make(5));
  await send(office, 'dos.xml', make(6));
  const find = async (text: string) =>
    (await office.call('submissions.list', { filter: { text } })).submissions.map(
      ({ file }) => file,
    );
  const { records } = await office.call('submissions.records', { id: sent.id });
  const ofRecord = records.map(({ amount }) => amount ?? '').find((amount) => amount.includes('.'));
  for (const amount of [sent.totals.amount ?? '', ofRecord ?? '']) {
    const [whole = '', decimals = ''] = amount.replace('-', '').split('.');
    const grouped = (sign: string) => whole.replaceAll(/\B(?=(\d{3})+$)/g, sign);
    for (const written of [
      `${whole},${decimals}`,
      `${whole}.${decimals}`,
      `${grouped('.')},${decimals} €`,
      `${grouped(',')}.${decimals}`,
      `-${whole},${decimals.slice(0, 1)}`,
      `${whole} lantegiak`,
    ])
      expect(await find(written), written).toEqual(['uno.xml']);
    expect(await find(`${whole}${decimals}`)).toEqual([]);
  }
  expect(await find(`${sent.totals.amount} dos`)).toEqual([]);
  // With a point it may be a part of a name; with a comma it is an amount.
  await send(office, '31.98.xml', make(7));
  expect(await find('31.98')).toEqual(['31.98.xml']);
  expect(await find('31,98')).toEqual([]);
  expect(await find('€')).toEqual([]);
});

it('an invoice is found by its series and number together, a file by any part of its name', async () => {
  const office = await openPractisingOffice();
  const content = makeDocument('240-received', { seed: 5, records: 3, taxpayer: company });
  const { id } = await send(office, 'cliente-0_3T.xml', content);
  const find = async (text: string) =>
    (await office.call('submissions.list', { filter: { text } })).submissions.length;
  const { records } = await office.call('submissions.records', { id });
  const keys = records.map(({ key }) => key);
  for (const { series, number } of keys) {
    expect(await find(`${series}/${number}`)).toBe(1);
    expect(await find(`${series?.toLowerCase()}-${number}`)).toBe(1);
  }
  const [first, second] = keys;
  expect(first?.series).not.toBe(second?.series);
  expect(await find(`${first?.series}/${second?.number}`)).toBe(0);
  expect(await find(`${first?.series} ${second?.number}`)).toBe(1);
  expect(await find('cliente-0')).toBe(1);
  expect(await find('0_3t.xml')).toBe(1);
  expect(await find('3T-cliente')).toBe(0);
});

it('a supplier’s name is found among the records in capitals or not, also with accents', async () => {
  const { queries } = await openEmptyHistory();
  await insertSubmissionRow(queries, { id: 's0' });
  const none = { record: 1, issuer: null, series: null, number: null, date: null, epigraph: null };
  const more = { concept: null, line: null, amount: null, code: null, message_es: null };
  const row = { ...none, ...more, message_eu: null, submission_id: 's0', position: 1 };
  await queries
    .transaction()
    .execute((transaction) =>
      insertRecordResults(transaction, [
        { ...row, state: 'correct', counterparty: 'TALLERES PEÑA Íñiguez' },
      ]),
    );
  for (const text of ['peña', 'Peña', 'PEÑA', 'íñiguez', 'ÍÑIGUEZ talleres'])
    expect((await listRecordResults(queries, 's0', { text, offset: 0, limit: 9 })).total).toBe(1);
});
