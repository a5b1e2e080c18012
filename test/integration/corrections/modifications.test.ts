import { expect, it } from 'vitest';
import type { RecordValue } from '../../../contract/record-form.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import {
  books,
  company,
  historyIssues,
  person,
  send,
  sendFile,
  sentBytes,
  withAnswers,
} from './sending.ts';

const change = (values: readonly RecordValue[], path: string, value: string) =>
  values.map((each) => (each.path === path ? { path, value } : each));

const documentOf = (book: (typeof books)[number]['book'], records: number) =>
  makeDocument(book, { seed: 41, records, taxpayer: book === '240-received' ? company : person });

async function acceptedFile(office: Office, records = 3) {
  const sent = await send(office, 'trimestre.xml', documentOf('240-received', records));
  expect(sent.state).toBe('accepted');
  return sent;
}

it.each(books)('a record of $book is modified in its form, sent and accepted', async ({ book }) => {
  const office = await openPractisingOffice();
  const { id } = await send(office, 'trimestre.xml', documentOf(book, 3));
  const { source, fields, values, key } = await office.call('submissions.recordForm', {
    id,
    record: 2,
  });
  expect(source).toMatchObject({ submissionId: id, record: 2, file: 'trimestre.xml' });
  const results = await office.call('submissions.records', { id });
  expect(key).toEqual(results.records[1]?.key);

  const hasInvoice = book !== '140-without-invoice';
  const [path, value] = hasInvoice
    ? ['DatosFactura/DescripcionOperacion', 'Corregido en el formulario']
    : ['Renta/ImporteGastoIRPF', '77.70'];
  expect(fields.map((field) => field.path)).toContain(path);
  const asked = { id, record: 2, values: change(values, path, value) };
  expect(await office.call('submissions.checkModification', asked)).toMatchObject({
    verdict: 'valid',
    issueCounts: { error: 0, warning: 0 },
  });
  const { file } = await office.call('submissions.buildModification', asked);
  expect(file).toMatchObject({
    name: 'trimestre.modificación2.xml',
    judged: { verdict: 'valid', records: 1, form: { operation: 'modification' } },
    origin: { kind: 'modified', submissionId: id, file: 'trimestre.xml' },
  });
  expect(await historyIssues(office, file.id)).toEqual([]);

  const sent = await sendFile(office, file.id);
  expect(sent).toMatchObject({ state: 'accepted', previousId: id });
  const xml = (await sentBytes(office, sent.id)).toString();
  expect(xml).toContain('<Operacion>M00</Operacion>');
  expect(xml).toContain(`>${value}<`);
});

it('the next modification starts from the last one', async () => {
  const office = await openPractisingOffice();
  const { id } = await acceptedFile(office);
  const path = 'DatosFactura/DescripcionOperacion';
  const first = await office.call('submissions.recordForm', { id, record: 3 });
  const { file } = await office.call('submissions.buildModification', {
    id,
    record: 3,
    values: change(first.values, path, 'Primera'),
  });
  const modified = await sendFile(office, file.id);
  for (const asked of [
    { id, record: 3 },
    { id: modified.id, record: 1 },
  ]) {
    const again = await office.call('submissions.recordForm', asked);
    expect(again.source).toMatchObject({ submissionId: modified.id, record: 1, file: file.name });
    expect(again.values).toContainEqual({ path, value: 'Primera' });
  }
});

it('faults are reported at their field', async () => {
  const office = await openPractisingOffice();
  const { id } = await acceptedFile(office);
  const { values } = await office.call('submissions.recordForm', { id, record: 1 });
  const faultOf = async (path: string, value: string) => {
    const changed = change(values, path, value);
    const { verdict, issues } = await office.call('submissions.checkModification', {
      id,
      record: 1,
      values: changed,
    });
    return { verdict, fields: issues.filter(({ severity }) => severity === 'error') };
  };
  for (const [path, value] of [
    ['DatosFactura/ImporteTotalFactura', '12,5'],
    ['CabeceraFactura/FechaRecepcion', '31-02-2026'],
    ['CabeceraFactura/FechaRecepcion', '01-01-1999'],
    ['IVA/DetalleIVA[1]/BaseImponible', ''],
  ] as const) {
    const { verdict, fields } = await faultOf(path, value);
    expect(verdict).toBe('invalid');
    expect(
      fields.map(({ field }) => field),
      `${path} ${value}`,
    ).toContain(path);
  }
});

it('the identity of the record stays, and so do the values that the form does not have', async () => {
  const office = await openPractisingOffice();
  const { id } = await acceptedFile(office);
  const { values } = await office.call('submissions.recordForm', { id, record: 1 });
  const refusal = async (changed: readonly RecordValue[]) => {
    const input = { id, record: 1, values: [...changed] };
    const checked = await office.refused('submissions.checkModification', input);
    expect(await office.refused('submissions.buildModification', input)).toMatchObject({
      code: checked.code,
      details: checked.details,
    });
    return [checked.code, checked.details];
  };
  const number = 'CabeceraFactura/NumFactura';
  expect(await refusal(change(values, number, 'OTRO'))).toEqual([
    'record_identity_changed',
    { path: number },
  ]);
  expect(await refusal(values.filter(({ path }) => path !== number))).toEqual([
    'record_identity_changed',
    { path: number },
  ]);
  for (const path of [
    'Cabecera/Ejercicio',
    'DatosFactura',
    'CabeceraFactura[2]/TipoFactura',
    'IVA/DetalleIVA/BaseImponible',
    'IVA/DetalleIVA[0]/BaseImponible',
  ])
    expect(await refusal([...values, { path, value: 'x' }])).toEqual([
      'record_field_unknown',
      { path },
    ]);
  const control = await office.refused('submissions.buildModification', {
    id,
    record: 1,
    values: change(values, 'DatosFactura/DescripcionOperacion', '\u0000'),
  });
  expect(control.code).toBe('invalid_input');
});

it('a record that the LROE does not have has no form', async () => {
  const office = await openPractisingOffice();
  const { id } = await acceptedFile(office);
  const missing = await office.refused('submissions.recordForm', { id, record: 4 });
  expect(missing).toMatchObject({ code: 'correction_record_unknown', details: { records: 3 } });

  const more = makeDocument('240-received', { seed: 41, records: 4, taxpayer: company });
  const partly = await send(office, 'otra.xml', more, true);
  expect(partly.state).toBe('partially_accepted');
  const refused = await office.refused('submissions.recordForm', { id: partly.id, record: 1 });
  expect(refused).toMatchObject({ code: 'record_not_there', details: { record: 1 } });

  const { file } = await office.call('submissions.buildCancellation', { id, records: [2] });
  const cancellation = await sendFile(office, file.id);
  expect(cancellation.state).toBe('accepted');
  const gone = await office.refused('submissions.recordForm', { id, record: 2 });
  expect(gone.code).toBe('record_not_there');
  const none = await office.refused('submissions.recordForm', { id: cancellation.id, record: 1 });
  expect(none.code).toBe('correction_not_possible');
});

it('a record is listed with the last step of a later submission that the LROE accepted', async () => {
  const office = await openPractisingOffice();
  const { id } = await acceptedFile(office);
  const later = async (page: { offset?: number; limit?: number } = {}) =>
    (await office.call('submissions.records', { id, ...page })).later;
  expect(await later()).toEqual([]);

  const { values } = await office.call('submissions.recordForm', { id, record: 3 });
  const changed = change(values, 'DatosFactura/DescripcionOperacion', 'Otra');
  const made = await office.call('submissions.buildModification', {
    id,
    record: 3,
    values: changed,
  });
  expect(await later()).toEqual([]);
  const modified = await sendFile(office, made.file.id);
  const { file } = await office.call('submissions.buildCancellation', { id, records: [2] });
  const cancelled = await sendFile(office, file.id);
  const steps = [
    { record: 2, operation: 'cancellation', submissionId: cancelled.id, file: file.name },
    { record: 3, operation: 'modification', submissionId: modified.id, file: made.file.name },
  ];
  expect(await later()).toEqual(steps);
  expect(await later({ offset: 2, limit: 1 })).toEqual(steps.slice(1));

  // Entered anew, it can be modified again; one that was refused there is no step.
  const anew = await send(office, 'otra.xml', documentOf('240-received', 2), true);
  expect(anew.state).toBe('partially_accepted');
  expect(await later({ offset: 0, limit: 2 })).toEqual([
    { record: 2, operation: 'creation', submissionId: anew.id, file: 'otra.xml' },
  ]);
  const again = await office.call('submissions.recordForm', { id, record: 2 });
  expect(again.source.submissionId).toBe(anew.id);
});

it('a record accepted with errors has the messages of the LROE', async () => {
  const office = await openPractisingOffice(
    withAnswers((answer) => ({
      result: 'partially_correct',
      ledger_response_xml: null,
      records: (answer.records ?? []).map((record, index) =>
        index === 0 ? { ...record, state: 'accepted_with_errors', code: 'B4_3000001' } : record,
      ),
    })),
  );
  const { id, state } = await send(office, 'trimestre.xml', documentOf('240-received', 2));
  expect(state).toBe('partially_accepted');
  const first = await office.call('submissions.recordForm', { id, record: 1 });
  expect(first.told).toMatchObject({ state: 'accepted_with_errors', code: 'B4_3000001' });
  const second = await office.call('submissions.recordForm', { id, record: 2 });
  expect(second.told).toMatchObject({ state: 'correct', code: null });
});

it('modified records of one book wait in one file, and a record that waits already is told', async () => {
  const office = await openPractisingOffice();
  const { id } = await acceptedFile(office);
  const other = makeDocument('240-received', {
    seed: 41,
    firstRecord: 3,
    records: 1,
    taxpayer: company,
  });
  const second = await send(office, 'otro.xml', other);
  const build = async (asked: { id: string; record: number }, alone = false) => {
    const form = await office.call('submissions.recordForm', asked);
    const values = change(form.values, 'DatosFactura/DescripcionOperacion', `De ${asked.record}`);
    const { file } = await office.call('submissions.buildModification', {
      ...asked,
      values,
      alone,
    });
    return { file, form };
  };
  const one = await build({ id, record: 2 });
  expect(one.form).toMatchObject({ pending: [], joins: null });
  const two = await build({ id, record: 3 });
  expect(two.form).toMatchObject({
    pending: [],
    joins: { fileId: one.file.id, file: 'trimestre.modificación2.xml', records: 1 },
  });
  const { file } = await build({ id: second.id, record: 1 });
  expect(file).toMatchObject({
    name: 'trimestre.modificación.xml',
    judged: { verdict: 'valid', records: 3 },
    origin: { kind: 'modified', submissionId: id, others: [second.id] },
  });
  const waiting = async () =>
    (await office.call('submissions.worklist', {})).files
      .filter(({ submission }) => submission === null)
      .map(({ name }) => name);
  expect(await waiting()).toEqual([file.name]);

  // A pending second change of the same record does not prevent one: it is named, and stays
  // separate.
  const again = await build({ id, record: 3 });
  expect(again.form).toMatchObject({
    pending: [{ operation: 'modification', file: file.name, fileId: file.id, submissionId: null }],
    joins: null,
  });
  expect(await waiting()).toEqual([file.name, 'trimestre.modificación3.xml']);
  const alone = await build({ id, record: 1 }, true);
  expect(alone.file.judged?.records).toBe(1);

  // What was sent without an outcome is named too; what was accepted is not.
  const sent = await sendFile(office, file.id);
  expect(sent.state).toBe('accepted');
  const { pending } = await office.call('submissions.recordForm', { id, record: 2 });
  expect(pending).toEqual([]);
});
