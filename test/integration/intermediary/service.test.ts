import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileOfficial } from '../../conformance/wasm-validator.ts';
import { makePdf } from '../../fixtures/authorizations/documents.ts';
import type { FormName } from '../../fixtures/validator/forms.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { Ledger } from '../../intermediary/ledger.ts';
import { responseSchema, writeResponse } from '../../intermediary/ledger-response.ts';
import { ways } from '../../intermediary/ways.ts';
import { connect, firm, person } from './connect.ts';

/** One way for each wording of the endpoints that are no submission. */
const wordings = [...new Map(ways.map((way) => [way.dress, way])).values()];

describe.each(wordings)('a service that answers with $name', (way) => {
  it('takes companies and authorizations, and identifies itself', async () => {
    const { office, service, companyIds } = await connect(way, { holds: false });
    expect(await office.call('license.get', {})).toMatchObject({ software: 'Zubi', version: '1' });
    expect((await office.call('territories.list', {})).map(({ name }) => name)).toEqual([
      ...['Araba', 'Bizkaia', 'Gipuzkoa'],
    ]);
    expect([...service.companies.values()]).toMatchObject([
      { tax_id_number: firm.taxId, is_individual: false },
      { tax_id_number: person.taxId, is_individual: true, last_name_2: 'Etxeberria' },
    ]);
    const [companyId = ''] = companyIds;
    const bytes = makePdf();
    const taken = await office.app.takeFile({ name: 'carta.pdf', bytes });
    if (!taken.ok) throw new Error(taken.error.code);
    const { fileId } = taken.value;
    expect(await office.call('authorizations.upload', { companyId, fileId })).toMatchObject({
      state: 'pending_validation',
    });
    expect([...service.authorizations.values()]).toEqual([
      { format: 'pdf', bytes, state: 'pending_validation' },
    ]);
    expect(service.refused).toEqual([]);

    // Refused as 422, with the field: the same way out as a conflict (409).
    const hers = await office.call('companies.get', { id: companyIds[1] ?? '' });
    await office.call('companies.remove', { id: hers.id });
    const { isIndividual, fullName, taxId, territoryId } = hers;
    const { firstName, lastName1, lastName2 } = hers;
    const again = await office.refused('companies.create', {
      isIndividual,
      fullName,
      taxId,
      territoryId,
      firstName,
      lastName1,
      lastName2,
    });
    expect(again).toMatchObject({
      code: 'company_exists',
      details: { where: 'service', status: 422, taxId: person.taxId },
    });
  });
});

const official = new URL('../../../../shared/lroe/official/', import.meta.url);
const isThere = existsSync(official);
if (!isThere) console.log('The ledger’s own schema files are not here: nothing is compared.');

describe.skipIf(!isThere)('the ledger behind it', () => {
  it.each<[FormName, FormName]>([
    ['140-with-invoice', '140-with-invoice-cancellation'],
    ['140-without-invoice', '140-without-invoice-cancellation'],
    ['240-received', '240-received-cancellation'],
  ])('answers %s by its own schemas', (form, cancellation) => {
    const ledger = new Ledger(() => new Date('2026-07-01T21:59:08Z'), 'Anulado');
    const parts = { seed: 5, records: 40 };
    const documents = [
      makeDocument(form, parts),
      makeDocument(form, { ...parts, records: 50, operation: 'M00' }),
      makeDocument(cancellation, { ...parts, firstRecord: 20 }),
      makeDocument(form, { ...parts, records: 10 }),
    ];
    const words = documents.map((document) => {
      const presentation = ledger.present(Buffer.from(document));
      using validator = compileOfficial(official, responseSchema(presentation));
      expect(validator.faults(writeResponse(presentation))).toEqual([]);
      return presentation.word;
    });
    expect(words).toEqual([
      ...['Correcto', 'ParcialmenteCorrecto', 'ParcialmenteCorrecto', 'Incorrecto'],
    ]);
  });
});
