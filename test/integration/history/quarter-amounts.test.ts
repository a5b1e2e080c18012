import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { toCents } from '../../../contract/money.ts';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { person, send, sendFile, withAnswers } from '../corrections/sending.ts';

const expenses = (options: { firstRecord?: number; operation?: 'M00'; records: number }) =>
  makeDocument('140-without-invoice', { seed: 6, taxpayer: person, ...options, ...dueDays() });

const amountsIn = (xml: string) =>
  [...xml.matchAll(/<ImporteGastoIRPF>([^<]*)/g)].map(([, amount]) => toCents(amount ?? '') ?? 0n);

async function sums(office: Office) {
  const { companies } = await office.call('quarter.get', {});
  const own = companies.find(({ taxId }) => taxId === person.taxId);
  const { quarters } = await office.call('quarter.company', { id: own?.id ?? '' });
  const shown = { records: own?.records, amount: toCents(own?.amount ?? ''), unread: own?.unread };
  const strip = quarters.at(-1);
  expect([strip?.records, toCents(strip?.amount ?? ''), strip?.unread]).toEqual([
    ...[shown.records, shown.amount, shown.unread],
  ]);
  return shown;
}

function tellRecords(office: Office, id: string, state: string): void {
  const database = new Database(join(office.dataFolder, 'zubi.db'));
  database.prepare('update record_results set state = ? where submission_id = ?').run(state, id);
  database.close();
}

it('a quarter counts each record as it stands last: modified, cancelled, entered again', async () => {
  const office = await openPractisingOffice();
  const xml = expenses({ records: 4 });
  const amounts = amountsIn(xml);
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  const [first = 0n, second = 0n] = amounts;
  const sent = await send(office, 'gastos.xml', xml);
  expect(await sums(office)).toEqual({ records: 4, amount: total, unread: 0 });

  const modified = expenses({ records: 1, operation: 'M00' });
  const changed = modified.replace(/(?<=<ImporteGastoIRPF>)[^<]*/, '10.00');
  const waiting = await office.drop('cambio.xml', changed);
  expect((await sums(office)).amount, 'not before it is recorded').toBe(total);
  expect((await sendFile(office, waiting.id, true)).state).toBe('accepted');
  expect(await sums(office)).toEqual({ records: 4, amount: total - first + 1000n, unread: 0 });
  const again = changed.replace('>10.00<', '>30.00<');
  const last = await send(office, 'otro-cambio.xml', again, true);
  expect(last.state).toBe('accepted');
  expect(await sums(office)).toEqual({ records: 4, amount: total - first + 3000n, unread: 0 });
  // A modification of which the answer does not tell changes nothing.
  tellRecords(office, last.id, 'not_told');
  expect(await sums(office)).toEqual({ records: 4, amount: total - first + 1000n, unread: 0 });
  tellRecords(office, last.id, 'correct');

  const { file } = await office.call('submissions.buildCancellation', {
    id: sent.id,
    records: [1, 2],
  });
  expect((await sendFile(office, file.id, true)).state).toBe('accepted');
  expect(await sums(office)).toEqual({ records: 2, amount: total - first - second, unread: 0 });
  expect((await send(office, 'nuevo.xml', expenses({ records: 1 }), true)).state).toBe('accepted');
  expect(await sums(office), 'entered again').toEqual({
    records: 3,
    amount: total - second,
    unread: 0,
  });
  // A cancellation that the ledger refuses takes nothing away.
  const bogus = makeDocument('140-without-invoice-cancellation', {
    seed: 6,
    taxpayer: person,
    records: 1,
    firstRecord: 9,
    ...dueDays(),
  });
  expect((await send(office, 'nada.xml', bogus, true)).state).toBe('rejected');
  expect((await sums(office)).records).toBe(3);

  const slip = expenses({ records: 2, firstRecord: 20 }).replace(
    /(<ImporteGastoIRPF>\d+)\./,
    '$1,',
  );
  await office.drop('rota.xml', slip);
  expect(await sums(office)).toEqual({ records: 5, amount: total - second, unread: 2 });
});

it('an undelivered file on the list counts once, however often it was sent', async () => {
  const refused = {
    kind: 'not_delivered',
    error: { code: 'service_conflict', details: {} },
    raw: null,
    retryAfterMs: null,
  } as const;
  const office = await openPractisingOffice(withAnswers(() => refused));
  const xml = expenses({ records: 4 });
  const total = amountsIn(xml).reduce((sum, amount) => sum + amount, 0n);
  const file = await office.drop('gastos.xml', xml);
  for (const times of [1, 2]) {
    expect((await sendFile(office, file.id)).state).toBe('failed');
    expect(await sums(office), `${times}`).toEqual({ records: 4, amount: total, unread: 0 });
  }
  await office.call('submissions.discard', { fileIds: [file.id] });
  expect(await sums(office), 'off the list').toEqual({ records: 4, amount: total, unread: 0 });
});

it('records of a file resolved as accepted are changed too; without its amounts, the sum is open', async () => {
  const lost = {
    kind: 'unknown',
    error: { code: 'connection_lost', details: {} },
    raw: null,
  } as const;
  let isLost = true;
  const office = await openPractisingOffice(withAnswers((answer) => (isLost ? lost : answer)));
  const resolved = async (name: string, xml: string) => {
    isLost = true;
    const { id } = await send(office, name, xml);
    isLost = false;
    await office.call('submissions.resolve', { id, decision: 'accepted' });
    return id;
  };
  const cancel = async (id: string, record: number) => {
    const cancelled = { id, records: [record] };
    const { file } = await office.call('submissions.buildCancellation', cancelled);
    expect((await sendFile(office, file.id, true)).state).toBe('accepted');
  };
  const xml = expenses({ records: 4 });
  const total = amountsIn(xml).reduce((sum, amount) => sum + amount, 0n);
  const id = await resolved('gastos.xml', xml);
  expect(await sums(office)).toEqual({ records: 4, amount: total, unread: 0 });

  const changed = expenses({ records: 1, operation: 'M00' });
  const modified = changed.replace(/(?<=<ImporteGastoIRPF>)[^<]*/, '10.00');
  expect((await send(office, 'cambio.xml', modified, true)).state).toBe('accepted');
  expect(await sums(office)).toEqual({ records: 4, amount: total, unread: 1 });
  await cancel(id, 2);
  expect(await sums(office)).toEqual({ records: 3, amount: total, unread: 2 });
  for (const record of [3, 4]) await cancel(id, record);
  expect(await sums(office)).toEqual({ records: 1, amount: null, unread: 4 });

  // The sum of a file with one record is that record's amount.
  await cancel(await resolved('uno.xml', expenses({ records: 1, firstRecord: 9 })), 1);
  expect(await sums(office)).toEqual({ records: 1, amount: null, unread: 4 });
});
