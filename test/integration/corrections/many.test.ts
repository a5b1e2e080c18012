import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { ZubiError } from '../../../contract/errors.ts';
import type { MakeOrder } from '../../../main/validator/extract/make-order.ts';
import { shareValidator } from '../../fixtures/shared-validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import { openPractisingOffice } from '../core/office.ts';
import { company, person, send, sendFile, withAnswers } from './sending.ts';

const invoices = (firstRecord: number, records: number) =>
  makeDocument('240-received', { seed: 5, records, firstRecord, taxpayer: company });
const expenses = (records: number) =>
  makeDocument('140-with-invoice', { seed: 6, records, taxpayer: person });

/** Two files whose refused records the ledger had; one partly accepted, one wholly refused. */
async function openWithRefusals() {
  const office = await openPractisingOffice();
  await send(office, 'enero.xml', invoices(0, 2));
  const part = await send(office, 'trimestre.xml', invoices(0, 3), true);
  await send(office, 'gastos.xml', expenses(2));
  const again = expenses(2).replace('</NumFactura>', '</NumFactura><!-- again -->');
  const whole = await send(office, 'gastos-otra-vez.xml', again, true);
  expect([part.state, whole.state]).toEqual(['partially_accepted', 'rejected']);
  const waiting = async () =>
    (await office.call('submissions.list', { filter: { waiting: true } })).submissions.map(
      ({ id }) => id,
    );
  return { office, ids: [part.id, whole.id], waiting };
}

it('records that the LROE has already, in many files, become modifications, and the files no longer wait', async () => {
  const { office, ids, waiting } = await openWithRefusals();
  expect((await waiting()).toSorted()).toEqual(ids.toSorted());
  const plan = await office.call('submissions.planCorrections', { ids: [...ids, 'no-such-one'] });
  expect(plan).toMatchObject({
    submissions: ids.map((id) => ({ id, refused: 0, recorded: 2, withErrors: 0 })),
    others: 1,
  });

  const { files, closed } = await office.call('submissions.makeCorrections', {
    ids,
    recorded: 'modify',
  });
  expect(closed).toEqual([]);
  expect(files.map(({ name, judged }) => [name, judged?.form?.operation])).toEqual([
    ['trimestre.modificación.xml', 'modification'],
    ['gastos-otra-vez.modificación.xml', 'modification'],
  ]);
  // A wholly refused file was replaced; a partly accepted one stays.
  const listed = (await office.call('submissions.worklist', {})).files.map(({ name }) => name);
  expect(listed).toContain('trimestre.xml');
  expect(listed).not.toContain('gastos-otra-vez.xml');
  // They wait on Submit: nothing is made twice.
  const after = await office.call('submissions.planCorrections', { ids });
  expect(after).toEqual({ submissions: [], others: 2 });

  for (const { id } of files) expect((await sendFile(office, id, true)).state).toBe('accepted');
  expect(await waiting()).toEqual([]);
});

it('without them, files with nothing else left are closed, with the reason', async () => {
  const { office, ids, waiting } = await openWithRefusals();
  const made = await office.call('submissions.makeCorrections', { ids, recorded: 'leave_out' });
  expect(made).toEqual({ files: [], closed: ids, notMade: [] });
  expect(await waiting()).toEqual([]);
  // What no longer waits is not corrected again.
  const after = await office.call('submissions.planCorrections', { ids });
  expect(after).toEqual({ submissions: [], others: 2 });
  const { events } = await office.call('submissions.get', { id: ids[0] ?? '' });
  expect(events.at(-1)).toMatchObject({
    kind: 'dismissed',
    data: { note: 'Sus registros rechazados ya constaban en el LROE.' },
  });
});

it('the files of one batch can be chosen', async () => {
  const { office, ids } = await openWithRefusals();
  const { submission } = await office.call('submissions.get', { id: ids[0] ?? '' });
  const batchId = submission.batchId ?? '';
  const plan = await office.call('submissions.planCorrections', { batchId });
  expect(plan).toMatchObject({ submissions: [{ id: ids[0] }], others: 0 });
});

it('records accepted with errors become a modification, but not those of a cancellation', async () => {
  const office = await openPractisingOffice(
    withAnswers(({ records }) => ({
      result: 'partially_correct',
      ledger_response_xml: null,
      records: (records ?? []).map((record, index) =>
        index === 0 ? { ...record, state: 'accepted_with_errors', code: 'B4_3000001' } : record,
      ),
    })),
  );
  const { id } = await send(office, 'trimestre.xml', invoices(0, 3));
  const { file } = await office.call('submissions.buildCancellation', { id, records: [2] });
  const cancellation = await sendFile(office, file.id);
  expect(cancellation).toMatchObject({ state: 'partially_accepted', previousId: id });
  const ids = [id, cancellation.id];
  expect(await office.call('submissions.planCorrections', { ids })).toMatchObject({
    submissions: [{ id, refused: 0, recorded: 0, withErrors: 1 }],
    others: 1,
  });
  const made = await office.call('submissions.makeCorrections', { ids, recorded: 'leave_out' });
  expect(made).toMatchObject({
    files: [{ judged: { verdict: 'valid', records: 1, form: { operation: 'modification' } } }],
    closed: [],
  });
});

it('more submissions than are made in one go each get their file', async () => {
  const office = await openPractisingOffice(
    withAnswers(({ records }) => ({
      result: 'incorrect',
      ledger_response_xml: null,
      records: (records ?? []).map((record) => ({
        ...record,
        state: 'incorrect',
        code: 'B4_1000001',
      })),
    })),
  );
  const ids: string[] = [];
  for (let number = 0; number < 21; number += 1)
    ids.push((await send(office, `${number}.xml`, invoices(number, 1))).id);
  const made = await office.call('submissions.makeCorrections', { ids, recorded: 'leave_out' });
  expect([made.files.length, made.closed]).toEqual([21, []]);
});

it('a document that cannot be read is reported, and those of the others are made', async () => {
  const validator = shareValidator();
  const unreadable: string[] = [];
  const office = await openPractisingOffice({
    ...withAnswers(({ records }) => ({
      result: 'incorrect',
      ledger_response_xml: null,
      records: (records ?? []).map((record) => ({ ...record, state: 'incorrect', code: 'B4_1' })),
    })),
    validator: Object.assign(Object.create(validator), {
      makeDocuments: async (xml: Uint8Array, order: MakeOrder) => {
        if (unreadable.some((text) => Buffer.from(xml).toString() === text))
          throw new ZubiError('file_not_valid');
        return validator.makeDocuments(xml, order);
      },
    }),
  });
  const [broken = '', whole = ''] = [invoices(0, 1), invoices(7, 1)];
  unreadable.push(broken);
  const first = await send(office, 'ilegible.xml', broken);
  const second = await send(office, 'legible.xml', whole);
  const made = await office.call('submissions.makeCorrections', {
    ids: [first.id, second.id],
    recorded: 'leave_out',
  });
  expect(made).toMatchObject({
    files: [{ origin: { submissionId: second.id } }],
    closed: [],
    notMade: [{ id: first.id, file: 'ilegible.xml', error: { code: 'file_not_valid' } }],
  });
  // It still waits for a person.
  const plan = await office.call('submissions.planCorrections', { ids: [first.id, second.id] });
  expect(plan).toMatchObject({ submissions: [{ id: first.id }], others: 1 });
});

it('records of 30 files that the LROE has already go out in a modification for each company', async () => {
  const office = await openPractisingOffice();
  const third = { taxId: companyTaxId('B', 9500003), name: 'Uno Lantegiak SL' };
  const { taxId, name: fullName } = third;
  await office.call('companies.create', {
    isIndividual: false,
    taxId,
    fullName,
    territoryId: 'bizkaia',
  });
  const taxpayers = [company, person, third];
  const ids: string[] = [];
  for (const taxpayer of taxpayers) {
    const book = taxpayer === person ? '140-with-invoice' : '240-received';
    const make = (firstRecord: number, records: number) =>
      makeDocument(book, { seed: 5, firstRecord, records, taxpayer });
    expect((await send(office, 'trimestre.xml', make(0, 10))).state).toBe('accepted');
    for (let record = 0; record < 10; record += 1)
      ids.push((await send(office, `${taxpayer.taxId}-${record}.xml`, make(record, 1), true)).id);
  }
  const { files } = await office.call('submissions.makeCorrections', { ids, recorded: 'modify' });
  expect(files.map(({ judged, origin }) => [judged?.records, origin?.others?.length])).toEqual(
    taxpayers.map(() => [10, 9]),
  );
  // All that they are made from is replaced on the list, and has its correction.
  const listed = (await office.call('submissions.worklist', {})).files;
  expect(listed.filter(({ name }) => /-\d\.xml$/.test(name))).toEqual([]);
  expect((await office.call('submissions.planCorrections', { ids })).others).toBe(30);
  const [first, ninth] = [ids[0] ?? '', ids[9] ?? ''];
  for (const id of [first, ninth])
    expect((await office.call('submissions.corrections', { id })).files).toMatchObject([
      { id: files[0]?.id },
    ]);

  // An edited copy has all of them too.
  const text = (await office.call('submissions.source', { fileId: files[0]?.id ?? '' })).text;
  expect(text.match(/<FacturaRecibida>/g)).toHaveLength(10);
  for (const { id } of files) expect((await sendFile(office, id, true)).state).toBe('accepted');
  const { submissions } = await office.call('submissions.list', { filter: { waiting: true } });
  expect(submissions).toEqual([]);
  expect((await office.call('submissions.corrections', { id: ninth })).submissions).toMatchObject([
    { state: 'accepted', previousId: first },
  ]);
});
