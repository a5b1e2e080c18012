import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Actor,
  createCompany,
  type DocumentSpec,
  documentOf,
  miren,
  submissionBody,
  submit,
  submitBody,
  tresneria,
} from './actors.ts';
import { clientHeader, type Stage, setStage } from './stage.ts';

let stage: Stage;
let company: Actor;
let person: Actor;
beforeAll(async () => {
  stage = await setStage();
  company = await createCompany(stage);
  person = await createCompany(stage, miren);
});
afterAll(() => stage.stop());

const submissions = async () => (await stage.call('GET', '/sandbox/state')).body.submissions;

/** Submits a good body with a change, and returns status and fields at fault. */
async function refusalOf(
  change: Record<string, unknown>,
  spec: DocumentSpec = {},
): Promise<unknown[]> {
  const actor = spec.form === undefined ? company : person;
  const body = {
    ...submissionBody(actor, documentOf(actor, { from: 900, ...spec }), spec),
    ...change,
  };
  const before = (await submissions()).length;
  const answer = await submitBody(stage, actor, body, spec);
  expect((await submissions()).length, 'nothing refused reaches the ledger').toBe(before);
  expect(answer.body.message).toEqual(expect.any(String));
  return [answer.status, Object.keys(answer.body.errors ?? {})];
}

const books = [
  { form: '140-with-invoice', model: '140', expense_type: 'with_invoice' },
  { form: '140-without-invoice', model: '140', expense_type: 'without_invoice' },
  { form: '240-received', model: '240', expense_type: null },
] as const;

describe.each(books)('4.2 $form', ({ form, model, expense_type }) => {
  it.each(['creation', 'modification', 'cancellation'] as const)(
    '%s is forwarded to the ledger, and its result is in the same answer',
    async (operation) => {
      const actor = model === '140' ? person : company;
      const spec = { form, operation, records: 2 };
      const xml = documentOf(actor, spec);
      const { status, body } = await submitBody(
        stage,
        actor,
        submissionBody(actor, xml, spec),
        spec,
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({
        result: 'correct',
        identifier: expect.any(String),
        registration_number: expect.any(String),
        code: null,
        message: expect.any(String),
        ledger_response_xml: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      });
      expect(body.records.map(({ state, code }: Record<string, unknown>) => [state, code])).toEqual(
        [
          ['correct', null],
          ['correct', null],
        ],
      );
      expect((await submissions()).at(-1)).toMatchObject({
        sha256: createHash('sha256').update(xml).digest('hex'),
        operation,
        model,
        expense_type,
        records: 2,
        fiscal_year: 2026,
        result: 'correct',
        company: { id: actor.id, tax_id_number: actor.taxId },
        time: expect.stringMatching(/^\d{4}-.*Z$/),
      });
    },
  );

  it('is compressed when it is sent', async () => {
    const actor = model === '140' ? person : company;
    const xml = documentOf(actor, { form, from: 100, records: 50 });
    await submitBody(stage, actor, submissionBody(actor, xml, { form }), { form });
    expect((await submissions()).at(-1).compressed_bytes).toBeLessThan(Buffer.byteLength(xml) / 4);
  });
});

describe('2.2 fields of a submission', () => {
  it.each([
    [{ xml_contents: undefined }, 'xml_contents'],
    [{ xml_contents: '' }, 'xml_contents'],
    [{ xml_contents: 'PGEvPg' }, 'xml_contents'],
    [{ xml_contents: 'PGEvPg==\n' }, 'xml_contents'],
    [{ lroe_operation_type: undefined }, 'lroe_operation_type'],
    [{ lroe_operation_type: 'alta' }, 'lroe_operation_type'],
    [{ fiscal_year: undefined }, 'fiscal_year'],
    [{ fiscal_year: '2026' }, 'fiscal_year'],
    [{ fiscal_year: 2026.5 }, 'fiscal_year'],
    [{ taxpayer: undefined }, 'taxpayer'],
    [{ taxpayer: { tax_id_number: 'B95123451' } }, 'taxpayer.full_name'],
    [{ software_garante: undefined }, 'software_garante'],
    [
      { software_garante: { tax_id_number: 'B95000001', name: 'Zubi', version: '1' } },
      'software_garante.license',
    ],
    [{ certificate_encryption_key: undefined }, 'certificate_encryption_key'],
    [{ certificate_encryption_key: '' }, 'certificate_encryption_key'],
    [{ expense_type: 'with_invoice' }, 'expense_type'],
  ])('refuses %j, naming %s', async (change, field) => {
    expect(await refusalOf(change)).toEqual([422, [field]]);
  });

  it.each([undefined, null, 'both'])(
    'refuses a model 140 submission whose expense_type is %s',
    async (value) => {
      expect(await refusalOf({ expense_type: value }, { form: '140-with-invoice' })).toEqual([
        422,
        ['expense_type'],
      ]);
    },
  );
});

describe('4.2 both endpoints', () => {
  it.each(['/expenses', '/receivedinvoices'])('%s takes a JSON body and no other', async (path) => {
    const headers = clientHeader(company.key);
    const before = (await submissions()).length;
    const asForm = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    expect(
      (await stage.call('POST', path, { headers: asForm, raw: 'xml_contents=PGEvPg==' })).status,
    ).toBe(415);
    const asXml = { ...headers, 'content-type': 'application/xml' };
    expect(
      (await stage.call('POST', path, { headers: asXml, raw: documentOf(company) })).status,
    ).toBe(415);
    expect((await stage.call('POST', path, { headers, json: {} })).status).toBe(422);
    expect((await submissions()).length).toBe(before);
  });
});

describe('1.4 and 4.2 the company of a submission', () => {
  it('refuses a company outside Bizkaia', async () => {
    const fields = { ...tresneria, tax_id_number: 'B95123469', regional_territory_id: 'araba' };
    const outside = await createCompany(stage, fields);
    const { status, body } = await submit(stage, outside);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['regional_territory_id']]);
  });

  it('refuses a taxpayer who is not the company of the key', async () => {
    const taxpayer = { tax_id_number: person.taxId, full_name: company.name };
    expect(await refusalOf({ taxpayer })).toEqual([422, ['taxpayer.tax_id_number']]);
  });

  it('refuses an XML whose taxpayer is not the company of the key', async () => {
    const xml = documentOf({ ...company, taxId: 'A12345674' });
    expect(await refusalOf({ xml_contents: Buffer.from(xml).toString('base64') })).toEqual([
      422,
      ['xml_contents'],
    ]);
  });
});

describe('4.2.2 and 7.2 an XML that its schema refuses is not forwarded', () => {
  const good = () => documentOf(company, { from: 900 });
  it.each([
    ['not XML', () => 'hello'],
    ['broken XML', () => good().slice(0, -20)],
    ['nothing of the ledger', () => '<a/>'],
    ['a document type', () => good().replace(/(<lroe:)/, '<!DOCTYPE a [<!ENTITY x "1">]>$1')],
    ['an amount with a comma', () => good().replace(/(<ImporteTotalFactura>\d+)\.(\d+)/, '$1,$2')],
    ['a missing element', () => good().replace(/<FechaRecepcion>.*<\/FechaRecepcion>/, '')],
    ['gzip', () => gzipSync(good())],
    ['nothing at all', () => ' '],
  ])('refuses %s', async (_what, make) => {
    const xml_contents = Buffer.from(make()).toString('base64');
    expect(await refusalOf({ xml_contents })).toEqual([422, ['xml_contents']]);
  });

  it('refuses an XML of the other model', async () => {
    const xml = documentOf(person, { form: '140-with-invoice' });
    expect(await refusalOf({ xml_contents: Buffer.from(xml).toString('base64') })).toEqual([
      422,
      ['xml_contents'],
    ]);
  });

  it('refuses an XML of the other expense type', async () => {
    const spec = { form: '140-without-invoice' } as const;
    expect(await refusalOf({ expense_type: 'with_invoice' }, spec)).toEqual([
      422,
      ['expense_type'],
    ]);
  });

  it.each([
    ['creation', 'modification'],
    ['modification', 'creation'],
    ['creation', 'cancellation'],
    ['cancellation', 'creation'],
  ] as const)('refuses a %s that is sent as a %s', async (operation, lroe_operation_type) => {
    expect(await refusalOf({ lroe_operation_type }, { operation })).toEqual([
      422,
      ['lroe_operation_type'],
    ]);
  });
});
