import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import rulesEs from '../../../locales/es/rules.json' with { type: 'json' };
import rulesEu from '../../../locales/eu/rules.json' with { type: 'json' };
import { createValidator } from '../../../main/validator/validator.ts';
import { personTaxId } from '../../fixtures/validator/tax-ids.ts';
import {
  type Actor,
  createCompany,
  createFreshCompany,
  type DocumentSpec,
  documentOf,
  miren,
  submissionBody,
  submitBody,
} from './actors.ts';
import { type Stage, setStage } from './stage.ts';

const day = '2026-06-30';

let stage: Stage;
let actor: Actor;
let nextNumber = 6_000_000;
beforeAll(async () => {
  stage = await setStage({ clock: () => new Date(`${day}T10:00:00Z`) });
});
beforeEach(async () => {
  actor = await createFreshCompany(stage);
});
afterAll(() => stage.stop());

type Edit = (record: string) => string;

/** A document some of whose records are edited; records count from 1. */
function edited(
  spec: DocumentSpec,
  edit: (number: number) => Edit | undefined,
  as = actor,
): string {
  let number = 0;
  return documentOf(as, spec).replace(/<(FacturaRecibida|Gasto)>[\s\S]*?<\/\1>/g, (record) => {
    number += 1;
    return edit(number)?.(record) ?? record;
  });
}

/** Edits the records that are named by their numbers. */
const only = (edits: Readonly<Record<number, Edit>>) => (number: number) => edits[number];

const set =
  (name: string, text: string): Edit =>
  (record) => {
    const changed = record.replace(new RegExp(`<${name}>[^<]*<`), `<${name}>${text}<`);
    if (changed === record) throw new Error(`nothing changed in ${name}`);
    return changed;
  };

const send = (xml: string, spec: DocumentSpec = {}, as = actor) =>
  submitBody(stage, as, submissionBody(as, xml, spec), spec);

// Every record is issued after the fourth of January.
const receivedTooEarly = set('FechaRecepcion', '02-01-2026');
const namesNothing: Edit = (record) =>
  set(
    'TipoFactura',
    'F3',
  )(
    record.replace(
      /<FacturasRectificadasSustituidas>[\s\S]*<\/FacturasRectificadasSustituidas>/,
      '',
    ),
  );

const states = (body: { records: Record<string, string>[] }) =>
  body.records.map(({ state, code }) => code ?? state);

describe('a record that breaks a rule of the ledger', () => {
  it('is refused with the official code in both languages, and the other records are stored', async () => {
    const { status, body } = await send(edited({ records: 3 }, only({ 2: receivedTooEarly })));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      result: 'partially_correct',
      code: null,
      registration_number: expect.any(String),
    });
    expect(states(body)).toEqual(['correct', 'B4_2000109', 'correct']);
    const [es, eu] = [rulesEs, rulesEu].map(({ rule_B4_2000109: { title } }) => `${title}.`);
    expect(body.records[1]).toMatchObject({ state: 'incorrect', message_es: es, message_eu: eu });
    const xml = Buffer.from(body.ledger_response_xml, 'base64').toString();
    expect(xml).toContain(
      `<EstadoRegistro>Incorrecto</EstadoRegistro><CodigoErrorRegistro>B4_2000109</CodigoErrorRegistro><DescripcionErrorRegistroES>${es}</DescripcionErrorRegistroES><DescripcionErrorRegistroEU>${eu}</DescripcionErrorRegistroEU>`,
    );
    expect(xml.match(/<EstadoRegistro>Correcto</g)).toHaveLength(2);
  });

  it('can be sent again once it is fixed, and only that record', async () => {
    await send(edited({ records: 3 }, only({ 2: receivedTooEarly })));
    const { body } = await send(documentOf(actor, { records: 3 }));
    expect(states(body)).toEqual(['B4_2000003', 'correct', 'B4_2000003']);
  });

  it('reports its first fault alone', async () => {
    const both: Edit = (record) => set('ImporteTotalFactura', '1.00')(receivedTooEarly(record));
    const total = set('ImporteTotalFactura', '1.00');
    const { body } = await send(edited({ records: 2 }, only({ 1: both, 2: total })));
    expect(states(body)).toEqual(['B4_2000109', 'B4_2000149']);
    expect(body).toMatchObject({
      result: 'incorrect',
      code: 'B4_1000002',
      registration_number: null,
    });
  });

  it('is first reported as stored already, if it is', async () => {
    await send(documentOf(actor));
    const { body } = await send(edited({}, only({ 1: receivedTooEarly })));
    expect(states(body)).toEqual(['B4_2000003']);
  });

  it.each([
    ['140-with-invoice', receivedTooEarly, 'B4_2000109'],
    ['140-without-invoice', set('FechaOperacion', '31-12-2025'), 'B4_2000090'],
  ] as const)('is refused in the book %s', async (form, edit, code) => {
    const person = await createCompany(stage, {
      ...miren,
      tax_id_number: personTaxId(nextNumber++),
    });
    const spec = { form, records: 2 };
    const { body } = await send(edited(spec, only({ 1: edit }), person), spec, person);
    expect(body.result).toBe('partially_correct');
    expect(states(body)).toEqual([code, 'correct']);
  });

  it('is checked against the day of the sandbox’s clock', async () => {
    const early = await setStage({ clock: () => new Date('2026-01-02T10:00:00Z') });
    try {
      const as = await createCompany(early);
      const { body } = await submitBody(early, as, submissionBody(as, documentOf(as)));
      expect(states(body)).toEqual(['B4_2000104']);
    } finally {
      await early.stop();
    }
  });
});

describe('a record that the ledger accepts with an error', () => {
  it('is accepted with errors, stored, and can be modified', async () => {
    const { body } = await send(edited({ records: 2 }, only({ 1: namesNothing })));
    expect(body).toMatchObject({
      result: 'partially_correct',
      registration_number: expect.any(String),
    });
    expect(body.records[0]).toMatchObject({
      state: 'accepted_with_errors',
      code: 'B4_3000001',
      message_es: `${rulesEs.rule_B4_3000001.title}.`,
      message_eu: `${rulesEu.rule_B4_3000001.title}.`,
    });
    const spec = { operation: 'modification' } as const;
    expect((await send(documentOf(actor, spec), spec)).body.result).toBe('correct');
  });

  it('is refused when it has another fault', async () => {
    const both: Edit = (record) => set('ImporteTotalFactura', '1.00')(namesNothing(record));
    const { body } = await send(edited({}, only({ 1: both })));
    expect(states(body)).toEqual(['B4_2000149']);
  });
});

describe('a warning of the application', () => {
  it('is not used by the ledger', async () => {
    const inexact: Edit = (record) => record.replaceAll('386.40', '386.30');
    const receivedTomorrow = set('FechaRecepcion', '01-07-2026');
    const oddVatId: Edit = (record) =>
      record.replace(
        /(<EmisorFacturaRecibida>\s*)<NIF>[^<]*<\/NIF>/,
        '$1<IDOtro><CodigoPais>PT</CodigoPais><IDType>02</IDType><ID>PT12</ID></IDOtro>',
      );
    const xml = edited({ records: 4 }, only({ 1: inexact, 2: receivedTomorrow, 3: oddVatId }));
    const validator = createValidator({ threads: 1 });
    const options = { maxFileBytes: 1e6, checks: 'all', keepXml: false, today: day } as const;
    const { validation, ledgerFaults } = await validator
      .validate({ kind: 'bytes', bytes: Buffer.from(xml) }, options)
      .finally(() => validator.close());
    expect(validation.verdict).toBe('warnings');
    const warned = validation.issues
      .filter(({ severity }) => severity === 'warning')
      .map(({ code }) => code);
    expect(warned).toEqual(['rule_APP_10', 'rule_APP_14', 'rule_B4_2000013']);
    expect(ledgerFaults).toBeUndefined();
    const { body } = await send(xml);
    expect(body.result).toBe('correct');
    expect(states(body)).toEqual(['correct', 'correct', 'correct', 'correct']);
  });
});

describe('a file with more faults than a verdict lists', () => {
  it('has a result for every one of its 2,000 faulty records', async () => {
    const records = 2020;
    const xml = edited({ records }, (number) =>
      number > 10 && number <= 2010 ? receivedTooEarly : undefined,
    );
    const { body } = await send(xml);
    expect(body.result).toBe('partially_correct');
    const expected = Array.from({ length: records }, (_, index) =>
      index >= 10 && index < 2010 ? 'B4_2000109' : 'correct',
    );
    expect(states(body)).toEqual(expected);
    const { submissions } = (await stage.call('GET', '/sandbox/state')).body;
    expect(submissions.at(-1)).toMatchObject({ records, records_stored: 20 });
  });

  it('has a result for accepted records after a thousand warnings', async () => {
    const { body } = await send(edited({ records: 1200 }, () => namesNothing));
    expect(body.records).toHaveLength(1200);
    expect(new Set(states(body))).toEqual(new Set(['B4_3000001']));
  });

  it('is still refused for a fault of the schema after all of them', async () => {
    const before = (await stage.call('GET', '/sandbox/state')).body.submissions.length;
    const last = set('ImporteTotalFactura', '1,00');
    const xml = edited({ records: 1200 }, (number) => (number === 1200 ? last : receivedTooEarly));
    const { status, body } = await send(xml);
    expect(status).toBe(422);
    expect(body.errors.xml_contents).toEqual([expect.stringContaining('schema_decimal_comma')]);
    expect((await stage.call('GET', '/sandbox/state')).body.submissions).toHaveLength(before);
  });
});

describe('a file that breaks a rule for whole files', () => {
  it('is refused, and none of its records is checked', async () => {
    const spec = { form: '140-with-invoice', records: 2 } as const;
    const { status, body } = await send(edited(spec, only({ 1: receivedTooEarly })), spec);
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: 'incorrect', code: 'B4_1000006', records: [] });
    expect(body.message).toEqual(expect.any(String));
    expect(Buffer.from(body.ledger_response_xml, 'base64').toString()).not.toContain('<Registros>');
  });
});
