import { expect, it } from 'vitest';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { person, send, sendFile } from '../corrections/sending.ts';
import { invoices, openTold, otherBytes, readOwn } from '../corrections/told-records.ts';

const sums = async (office: Office) => {
  const { records, amount } = await readOwn(office);
  return [records, amount];
};

it('records that were sent and are on the list again, in other bytes, count once', async () => {
  const office = await openPractisingOffice();
  await send(office, 'one.xml', invoices(4));
  const sent = await sums(office);
  expect(sent[0]).toBe(4);
  await office.drop('again.xml', otherBytes(invoices(4)));
  expect(await sums(office)).toEqual(sent);
});

it('of a longer export of the same records, only the new ones count', async () => {
  const office = await openPractisingOffice();
  // It was on the list before its records were sent in another file.
  await office.drop('first.xml', invoices(2));
  await send(office, 'second.xml', invoices(4), true);
  await expect.poll(() => sums(office)).toEqual(await sumsOf(4));
  await office.drop('third.xml', invoices(6));
  expect(await sums(office)).toEqual(await sumsOf(6));
});

async function sumsOf(records: number) {
  const office = await openPractisingOffice();
  await office.drop('one.xml', invoices(records));
  return sums(office);
}

it('a known record counts with its amount there, and a new one with its own', async () => {
  const office = await openPractisingOffice();
  await send(office, 'one.xml', invoices(4));
  const dear = /<ImporteTotalFactura>[^<]*</;
  await office.drop('more.xml', invoices(6).replace(dear, '<ImporteTotalFactura>999999.00<'));
  expect(await sums(office)).toEqual(await sumsOf(6));
});

it('records of a refusal that does not name them count where they are sent again', async () => {
  const office = await openTold(['incorrect', 'untold', 'untold', 'untold']);
  const { state } = await send(office, 'one.xml', invoices(4));
  expect(state).toBe('rejected');
  const sent = await sums(office);
  await office.drop('again.xml', otherBytes(invoices(4)));
  expect(await sums(office)).toEqual(sent);
});

it('expenses without an invoice count once too', async () => {
  const office = await openPractisingOffice();
  const common = { seed: 9, records: 3, taxpayer: person, ...dueDays() };
  const xml = makeDocument('140-without-invoice', common);
  await send(office, 'one.xml', xml);
  await office.drop('again.xml', otherBytes(xml));
  expect((await readOwn(office, person.taxId)).records).toBe(3);
});

it('the refused records of a partly accepted file on the list again whole count once', async () => {
  const office = await openTold(['incorrect', 'correct', 'correct']);
  const { id } = await send(office, 'one.xml', invoices(3));
  const sent = await sums(office);
  expect(sent[0]).toBe(3);
  await office.drop('again.xml', otherBytes(invoices(3)));
  expect(await sums(office)).toEqual(sent);
  await office.call('submissions.dismiss', { ids: [id] });
  await expect.poll(() => sums(office)).toEqual(sent);
});

it('a partly accepted file whose repetition was not delivered counts once', async () => {
  const office = await openTold(['incorrect', 'correct', 'correct'], 'undelivered');
  const { id } = await office.drop('one.xml', invoices(3));
  await sendFile(office, id);
  const sent = await sums(office);
  expect((await sendFile(office, id, true)).state).toBe('failed');
  expect(await sums(office)).toEqual(sent);
});
