import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { companyTaxId, personTaxId } from '../../fixtures/validator/tax-ids.ts';
import {
  type Actor,
  createCompany,
  createFreshCompany,
  type DocumentSpec,
  documentOf,
  miren,
  submissionBody,
  submit,
  submitBody,
  tresneria,
} from './actors.ts';
import { inTurn, type Stage, setStage } from './stage.ts';

let stage: Stage;
let actor: Actor;
let nextNumber = 3_000_000;
beforeAll(async () => {
  stage = await setStage();
});
beforeEach(async () => {
  actor = await createFreshCompany(stage);
});
afterAll(() => stage.stop());

const createPerson = () =>
  createCompany(stage, { ...miren, tax_id_number: personTaxId(nextNumber++) });

/** Submits in turn and returns each answer as `result: state or code of each record`. */
const play = (specs: readonly DocumentSpec[], as: Actor = actor): Promise<string[]> =>
  inTurn(specs, async (spec) => {
    const { body } = await submit(stage, as, spec);
    const records = body.records.map(({ state, code }: Record<string, string>) => code ?? state);
    return `${body.result}: ${records.join(' ')}`;
  });

const creation = { operation: 'creation' } as const;
const modification = { operation: 'modification' } as const;
const cancellation = { operation: 'cancellation' } as const;

describe('the memory of the ledger', () => {
  it.each(['140-with-invoice', '140-without-invoice', '240-received'] as const)(
    'has each record over the life of %s',
    async (form) => {
      const life = [
        modification,
        cancellation,
        creation,
        creation,
        modification,
        cancellation,
        cancellation,
        modification,
        creation,
      ].map((spec) => ({ ...spec, form }));
      const whose = form === '240-received' ? actor : await createPerson();
      expect(await play(life, whose)).toEqual([
        'incorrect: B4_2000004',
        'incorrect: B4_2000004',
        'correct: correct',
        'incorrect: B4_2000003',
        'correct: correct',
        'correct: correct',
        'incorrect: B4_2000006',
        'incorrect: B4_2000004',
        // A cancelled record may be created again.
        'correct: correct',
      ]);
    },
  );

  it('answers partly correct, record by record in the order of the file', async () => {
    const plays = await play([
      { ...creation, from: 1, records: 2 },
      { ...creation, from: 0, records: 4 },
      { ...cancellation, from: 3, records: 3 },
    ]);
    expect(plays).toEqual([
      'correct: correct correct',
      'partially_correct: correct B4_2000003 B4_2000003 correct',
      'partially_correct: correct B4_2000004 B4_2000004',
    ]);
  });

  it('reports an incorrect record in Spanish and Basque', async () => {
    await submit(stage, actor);
    const { body } = await submit(stage, actor);
    expect(body).toMatchObject({
      result: 'incorrect',
      code: 'B4_1000002',
      registration_number: null,
    });
    expect(body.records).toEqual([
      {
        key: expect.objectContaining({ number: expect.any(String), issuer: expect.any(String) }),
        state: 'incorrect',
        code: 'B4_2000003',
        message_es: expect.stringMatching(/ya consta/),
        message_eu: expect.stringMatching(/liburuan/),
      },
    ]);
  });

  it('separates taxpayers and books', async () => {
    // An entity without legal personality, which may keep either book.
    const tax_id_number = companyTaxId('E', nextNumber++);
    const entity = await createCompany(stage, { ...tresneria, tax_id_number });
    expect(await play([creation])).toEqual(['correct: correct']);
    expect(await play([creation], entity)).toEqual(['correct: correct']);
    expect(await play([{ ...creation, form: '140-with-invoice' }], entity)).toEqual([
      'correct: correct',
    ]);
  });

  it('separates fiscal years: a late invoice is in two', async () => {
    const xml = documentOf(actor, { year: 2025 });
    const late = xml
      .replace('<Ejercicio>2025<', '<Ejercicio>2026<')
      .replace(/<FechaRecepcion>[^<]*/, '<FechaRecepcion>15-01-2026');
    const answers = await inTurn([xml, late, late], (document) => {
      const fiscal_year = document === late ? 2026 : 2025;
      return submitBody(stage, actor, { ...submissionBody(actor, document), fiscal_year });
    });
    expect(answers.map(({ body }) => body.result)).toEqual(['correct', 'correct', 'incorrect']);
    expect(answers[1]?.body.records[0].key).toEqual(answers[0]?.body.records[0].key);
  });

  it('accepts A01 and M01 for creation and modification', async () => {
    const send = (operation: 'creation' | 'modification', from: string, to: string) => {
      const xml = documentOf(actor, { operation }).replace(`>${from}<`, `>${to}<`);
      return submitBody(stage, actor, submissionBody(actor, xml, { operation }));
    };
    expect((await send('creation', 'A00', 'A01')).body.result).toBe('correct');
    expect((await send('modification', 'M00', 'M01')).body.result).toBe('correct');
  });

  it('accepts a record once out of twenty simultaneous requests', async () => {
    const xml = documentOf(actor, { records: 3 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submitBody(stage, actor, submissionBody(actor, xml))),
    );
    const results = answers.map(({ body }) => body.result);
    expect(results.filter((result) => result === 'correct')).toHaveLength(1);
    expect(results.filter((result) => result === 'incorrect')).toHaveLength(19);
  });

  it('accepts each record once out of overlapping files sent at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, from) => submit(stage, actor, { from, records: 5 })),
    );
    const records = answers.flatMap(({ body }) => body.records);
    const taken = records
      .filter(({ state }) => state === 'correct')
      .map(({ key }) => JSON.stringify(key));
    expect(taken).toHaveLength(14);
    expect(new Set(taken).size).toBe(14);
  });
});

describe('the ledger refuses a whole file', () => {
  const send = (xml: string, change: Record<string, unknown> = {}) =>
    submitBody(stage, actor, { ...submissionBody(actor, xml), ...change });

  it.each([
    ['another chapter', (xml: string) => xml.replace('<Capitulo>2<', '<Capitulo>1<'), 'B4_1000023'],
    ['an operation of another root', (xml: string) => xml.replace('>A00<', '>AN0<'), 'B4_1000025'],
  ])('for %s in its header', async (_what, change, code) => {
    const changed = change(documentOf(actor));
    const { status, body } = await send(changed);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      result: 'incorrect',
      code,
      registration_number: null,
      records: [],
    });
    expect(body.message).toEqual(expect.any(String));
  });

  it('for the other subchapter in its header', async () => {
    const person = await createPerson();
    const spec = { form: '140-with-invoice' } as const;
    const xml = documentOf(person, spec).replace('>2.1<', '>2.2<');
    const { body } = await submitBody(stage, person, submissionBody(person, xml, spec), spec);
    expect(body).toMatchObject({ result: 'incorrect', code: 'B4_1000024', records: [] });
  });

  it('for a fiscal year other than the one declared beside it', async () => {
    const { body } = await send(documentOf(actor), { fiscal_year: 2025 });
    expect(body).toMatchObject({ result: 'incorrect', code: 'B4_1000021', records: [] });
  });

  it('for a name other than the one declared beside it, except for spaces and capitals', async () => {
    const declare = (full_name: string) =>
      send(documentOf(actor), { taxpayer: { tax_id_number: actor.taxId, full_name } });
    expect((await declare('Otra, S.L.')).body).toMatchObject({
      result: 'incorrect',
      code: 'B4_1000030',
    });
    expect((await declare(` ${actor.name.toUpperCase().replace(' ', '  ')} `)).body.result).toBe(
      'correct',
    );
  });

  it('for a record that appears twice in it', async () => {
    const xml = documentOf(actor, { records: 2 });
    const first = /<FacturaRecibida>[\s\S]*?<\/FacturaRecibida>/.exec(xml)?.[0] ?? '';
    const { body } = await send(
      xml.replace('</FacturasRecibidas>', `${first}</FacturasRecibidas>`),
    );
    expect(body).toMatchObject({ result: 'incorrect', code: 'B4_1000005', records: [] });
  });

  it('stores that the file came, but none of its records', async () => {
    await send(documentOf(actor), { fiscal_year: 2025 });
    const { submissions } = (await stage.call('GET', '/sandbox/state')).body;
    expect(submissions.at(-1)).toMatchObject({ code: 'B4_1000021', records: 1, records_stored: 0 });
    expect(await play([creation])).toEqual(['correct: correct']);
  });
});
