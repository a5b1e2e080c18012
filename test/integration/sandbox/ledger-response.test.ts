import { existsSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileOfficial } from '../../conformance/wasm-validator.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import {
  type Actor,
  createCompany,
  type DocumentSpec,
  documentOf,
  submissionBody,
  submit,
  submitBody,
  tresneria,
} from './actors.ts';
import { type Stage, setStage } from './stage.ts';

const official = new URL('../../../../shared/lroe/official/', import.meta.url);
const entries = {
  '140-with-invoice': 'LROE_PF_140_2_1_Gastos_Confactura_',
  '140-without-invoice': 'LROE_PF_140_2_2_Gastos_Sinfactura_',
  '240-received': 'LROE_PJ_240_2_FacturasRecibidas_',
} as const;
const forms = ['140-with-invoice', '140-without-invoice', '240-received'] as const;

let stage: Stage;
let actor: Actor;
beforeAll(async () => {
  stage = await setStage({ clock: () => new Date('2026-07-01T21:59:08Z') });
  actor = await createCompany(stage, {
    ...tresneria,
    full_name: 'Ñuño & <Hijos>',
    tax_id_number: companyTaxId('B', 5_000_000),
  });
});
afterAll(() => stage.stop());

const responseTo = async (spec: DocumentSpec): Promise<string> => {
  const { body } = await submit(stage, actor, spec);
  return Buffer.from(body.ledger_response_xml, 'base64').toString();
};

/** Texts of the leaves, by local name, in the order of the document. */
function leaves(xml: string): [string, string][] {
  const found: [string, string][] = [];
  const parser = new SaxesParser({ xmlns: true });
  let text = '';
  parser.on('opentag', () => {
    text = '';
  });
  parser.on('text', (chunk) => {
    text += chunk;
  });
  parser.on('closetag', ({ local }) => {
    if (text !== '') found.push([local, text]);
    text = '';
  });
  parser.write(xml).close();
  return found;
}

describe('the ledger response', () => {
  it('repeats the header and has the time, the sender and the result of each record', async () => {
    await submit(stage, actor, { from: 0 });
    const xml = await responseTo({ from: 0, records: 2 });
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8" standalone="yes"\?>\n<ns2:LROEPJ240FacturasRecibidasAltaModifRespuesta /,
    );
    const found = leaves(xml);
    expect(found.slice(0, 9)).toEqual([
      ['Modelo', '240'],
      ['Capitulo', '2'],
      ['Operacion', 'A00'],
      ['Version', '1.0'],
      ['Ejercicio', '2026'],
      ['NIF', actor.taxId],
      ['ApellidosNombreRazonSocial', 'Ñuño & <Hijos>'],
      // 21:59 in UTC is 23:59 of the same day in Bilbao's summer.
      ['FechaPresentacion', '01-07-2026 23:59:08'],
      ['NIFPresentador', 'B95000001'],
    ]);
    expect(
      found.filter(([name]) => name === 'EstadoRegistro' || name === 'CodigoErrorRegistro'),
    ).toEqual([
      ['EstadoRegistro', 'Incorrecto'],
      ['CodigoErrorRegistro', 'B4_2000003'],
      ['EstadoRegistro', 'Correcto'],
    ]);
  });

  it('has no presentation when nothing was stored, and no records when the file was refused', async () => {
    await submit(stage, actor, { from: 50 });
    expect(await responseTo({ from: 50 })).not.toContain('DatosPresentacion');
    const { body } = await submitBody(stage, actor, {
      ...submissionBody(actor, documentOf(actor)),
      fiscal_year: 2020,
    });
    const xml = Buffer.from(body.ledger_response_xml, 'base64').toString();
    expect(leaves(xml).map(([name]) => name)).not.toContain('EstadoRegistro');
    expect(xml).not.toMatch(/DatosPresentacion|Registros/);
  });

  it('identifies issuers without a Spanish tax id by their own document', async () => {
    const found = leaves(await responseTo({ from: 100, records: 60 }));
    const index = found.findIndex(([name]) => name === 'IDType');
    expect(found.slice(index - 1, index + 2)).toEqual([
      ['CodigoPais', expect.stringMatching(/^[A-Z]{2}$/)],
      ['IDType', expect.stringMatching(/^0\d$/)],
      ['ID', expect.any(String)],
    ]);
  });
});

const isThere = existsSync(official);
if (!isThere)
  console.log(
    'The ledger’s own schema files are not here: its responses are not compared with them.',
  );

describe.skipIf(!isThere).each(forms)(
  'the ledger response to %s follows the ledger’s own schema',
  (form) => {
    it.each([
      ['creation', 'AltaModifRespuesta_V1_0_1.xsd'],
      ['modification', 'AltaModifRespuesta_V1_0_1.xsd'],
      ['cancellation', 'AnulacionRespuesta_V1_0_0.xsd'],
    ] as const)('%s', async (operation, ending) => {
      using validator = compileOfficial(official, `${entries[form]}${ending}`);
      const correct = await responseTo({ form, operation, from: 200, records: 40 });
      const partial = await responseTo({ form, operation: 'cancellation', from: 230, records: 20 });
      const incorrect = await responseTo({ form, operation, from: 200, records: 1 });
      expect(validator.faults(correct)).toEqual([]);
      if (operation === 'cancellation') expect(validator.faults(partial)).toEqual([]);
      expect(validator.faults(incorrect)).toEqual([]);
    });
  },
);
