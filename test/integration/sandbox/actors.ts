import { deflateSync } from 'node:zlib';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId, personTaxId } from '../../fixtures/validator/tax-ids.ts';
import type { Seen, Stage } from './stage.ts';
import { clientHeader } from './stage.ts';

/** A legal entity of Bizkaia, as `POST /clientcompanies` takes it. */
export const tresneria = {
  is_individual: false,
  full_name: 'Zubialde Tresneria S.L.',
  tax_id_number: companyTaxId('B', 9_512_345),
  regional_territory_id: 'bizkaia',
};

/** A natural person of Bizkaia. */
export const miren = {
  is_individual: true,
  full_name: 'Etxeberria Agirre Miren',
  tax_id_number: personTaxId(12_345_678),
  regional_territory_id: 'bizkaia',
  first_name: 'Miren',
  last_name_1: 'Etxeberria',
  last_name_2: 'Agirre',
};

/** A company that the sandbox knows, with its key. */
export type Actor = { id: string; key: string; taxId: string; name: string };

/** Creates a company; its answer must be a success. */
export async function createCompany(
  stage: Stage,
  fields: typeof tresneria | typeof miren = tresneria,
): Promise<Actor> {
  const { status, body } = await stage.call('POST', '/clientcompanies', {
    headers: stage.asUser(),
    json: fields,
  });
  if (status !== 200) throw new Error(`no company: ${JSON.stringify(body)}`);
  return { id: body.id, key: body.api_key, taxId: fields.tax_id_number, name: fields.full_name };
}

let nextNumber = 8_000_000;

/** A company of its own, as every test may want one whose records nobody has sent. */
export function createFreshCompany(stage: Stage): Promise<Actor> {
  nextNumber += 1;
  return createCompany(stage, { ...tresneria, tax_id_number: companyTaxId('B', nextNumber) });
}

export type DocumentSpec = {
  form?: '140-with-invoice' | '140-without-invoice' | '240-received';
  operation?: 'creation' | 'modification' | 'cancellation';
  /** First record and how many. */
  from?: number;
  records?: number;
  year?: number;
};

const operationCodes = { creation: 'A00', modification: 'M00', cancellation: 'A00' } as const;

/** A clean document of an actor's book. */
export function documentOf(actor: Actor, spec: DocumentSpec = {}): string {
  const {
    form = '240-received',
    operation = 'creation',
    from = 0,
    records = 1,
    year = 2026,
  } = spec;
  return makeDocument(operation === 'cancellation' ? `${form}-cancellation` : form, {
    seed: 1,
    records,
    firstRecord: from,
    firstDay: `${year}-01-05`,
    operation: operationCodes[operation],
    taxpayer: { taxId: actor.taxId, name: actor.name },
  });
}

/** The body of a submission of a document, complete and right. */
export function submissionBody(
  actor: Actor,
  xml: string | Buffer,
  spec: DocumentSpec = {},
): Record<string, unknown> {
  const { form = '240-received', operation = 'creation', year = 2026 } = spec;
  return {
    xml_contents: Buffer.from(xml).toString('base64'),
    lroe_operation_type: operation,
    ...(form === '240-received' ? {} : { expense_type: form.slice(4).replace('-', '_') }),
    fiscal_year: year,
    taxpayer: { tax_id_number: actor.taxId, full_name: actor.name },
    software_garante: {
      tax_id_number: 'B95000001',
      license: 'TBAI-1',
      name: 'Zubi',
      version: '1.0',
    },
    certificate_encryption_key: 'a made-up certificate key',
  };
}

export function endpointOf(spec: DocumentSpec = {}): string {
  return (spec.form ?? '240-received') === '240-received' ? '/receivedinvoices' : '/expenses';
}

/** Makes a document of an actor's book and submits it with the actor's own key. */
export function submit(stage: Stage, actor: Actor, spec: DocumentSpec = {}): Promise<Seen> {
  return submitBody(stage, actor, submissionBody(actor, documentOf(actor, spec), spec), spec);
}

/** Submits a body with the actor's own key. */
export function submitBody(
  stage: Stage,
  actor: Actor,
  body: unknown,
  spec: DocumentSpec = {},
): Promise<Seen> {
  return stage.call('POST', endpointOf(spec), { headers: clientHeader(actor.key), json: body });
}

/** The smallest files that are really of their format. */
export const files = {
  pdf: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n45\n%%EOF\n',
  ),
  jpg: Buffer.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9,
  ]),
  png: png(),
  gif: Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'),
};

function png(): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // The checksum is left at zero: nothing here reads as far.
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}
