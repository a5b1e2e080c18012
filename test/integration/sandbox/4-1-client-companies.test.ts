import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyTaxId, personTaxId } from '../../fixtures/validator/tax-ids.ts';
import { createCompany, miren, tresneria } from './actors.ts';
import { type Seen, type Stage, setStage } from './stage.ts';

let stage: Stage;
let nextNumber = 1_000_000;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.stop());

const post = (path: string, json: unknown): Promise<Seen> =>
  stage.call('POST', path, { headers: stage.asUser(), json });
const freshTaxId = () => companyTaxId('B', nextNumber++);

describe('4.1 territories and license', () => {
  it('lists the territories, each with an identifier', async () => {
    const { status, body } = await stage.call('GET', '/regional/territories', {
      headers: stage.asUser(),
    });
    expect(status).toBe(200);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Araba/Álava',
      'Bizkaia',
      'Gipuzkoa',
    ]);
    expect(new Set(body.data.map(({ id }: { id: string }) => id)).size).toBe(3);
  });

  it('gives the developer, the software and its version', async () => {
    const { status, body } = await stage.call('GET', '/regional/license', {
      headers: stage.asUser(),
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      developer: expect.objectContaining({ name: expect.any(String) }),
      software: {
        name: expect.any(String),
        version: expect.any(String),
        license: expect.any(String),
      },
    });
  });
});

describe('2.1 and 4.1 creating a client company', () => {
  it('answers a legal entity with the saved data, its territory, its id and its key', async () => {
    const fields = { ...tresneria, tax_id_number: freshTaxId() };
    const { status, body } = await post('/clientcompanies', fields);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...fields,
      id: expect.any(String),
      api_key: expect.any(String),
      regional_territory_data: { id: 'bizkaia', name: 'Bizkaia' },
    });
  });

  it('answers a natural person with the name in parts', async () => {
    const { status, body } = await post('/clientcompanies', miren);
    expect(status).toBe(200);
    expect(body).toMatchObject(miren);
  });

  it.each([null, undefined])(
    'takes a natural person whose second surname is %s',
    async (last_name_2) => {
      const fields = { ...miren, tax_id_number: personTaxId(nextNumber++), last_name_2 };
      const { status, body } = await post('/clientcompanies', fields);
      expect(status).toBe(200);
      expect(body.last_name_2).toBeNull();
    },
  );

  it.each([
    ['is_individual', undefined],
    ['is_individual', 'true'],
    ['is_individual', 1],
    ['full_name', undefined],
    ['full_name', '  '],
    ['full_name', 'x'.repeat(121)],
    ['tax_id_number', undefined],
    ['tax_id_number', ''],
    ['tax_id_number', 12345678],
    ['regional_territory_id', undefined],
    ['regional_territory_id', 'atlantis'],
    ['regional_territory_id', {}],
    // Omitted for a legal entity
    ['first_name', 'Miren'],
    ['last_name_1', ''],
    ['last_name_2', null],
  ])('refuses a legal entity whose %s is %j, naming the field', async (field, value) => {
    const { status, body } = await post('/clientcompanies', {
      ...tresneria,
      tax_id_number: freshTaxId(),
      [field]: value,
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(body).toEqual({
      message: expect.any(String),
      errors: { [field]: [expect.any(String)] },
    });
  });

  it.each([
    ['first_name', undefined],
    ['first_name', null],
    ['last_name_1', undefined],
    ['last_name_1', ' '],
    ['last_name_2', 7],
  ])('refuses a natural person whose %s is %j', async (field, value) => {
    const fields = { ...miren, tax_id_number: personTaxId(nextNumber++), [field]: value };
    const { status, body } = await post('/clientcompanies', fields);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('names every field at fault at once', async () => {
    const { status, body } = await post('/clientcompanies', { is_individual: true });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      'first_name',
      'full_name',
      'last_name_1',
      'regional_territory_id',
      'tax_id_number',
    ]);
  });

  it('refuses a tax id that another company of the intermediary has, however it is written', async () => {
    const taxId = freshTaxId();
    await createCompany(stage, { ...tresneria, tax_id_number: taxId });
    const { status, body } = await post('/clientcompanies', {
      ...tresneria,
      tax_id_number: ` ${taxId.toLowerCase()} `,
    });
    expect(status).toBe(409);
    expect(body.errors).toEqual({ tax_id_number: [expect.any(String)] });
  });

  it('creates one company out of twenty simultaneous requests with one tax id', async () => {
    const fields = { ...tresneria, tax_id_number: freshTaxId() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post('/clientcompanies', fields)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it('gives every company its own key', async () => {
    const first = await createCompany(stage, { ...tresneria, tax_id_number: freshTaxId() });
    const second = await createCompany(stage, { ...tresneria, tax_id_number: freshTaxId() });
    expect(first.key).not.toBe(second.key);
  });
});

describe('4.1 updating a client company', () => {
  it('answers in the shape of creation, with the key that there was', async () => {
    const created = await post('/clientcompanies', { ...tresneria, tax_id_number: freshTaxId() });
    const changed = {
      ...tresneria,
      tax_id_number: freshTaxId(),
      full_name: 'Zubialde, S.A.',
      regional_territory_id: 'araba',
    };
    const { status, body } = await post(`/clientcompanies/${created.body.id}`, changed);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...changed,
      id: created.body.id,
      api_key: created.body.api_key,
      regional_territory_data: { id: 'araba', name: 'Araba/Álava' },
    });
  });

  it('keeps the company when its own tax id is sent again', async () => {
    const actor = await createCompany(stage, { ...tresneria, tax_id_number: freshTaxId() });
    const { status } = await post(`/clientcompanies/${actor.id}`, {
      ...tresneria,
      tax_id_number: actor.taxId,
    });
    expect(status).toBe(200);
  });

  it('frees the former tax id for another company', async () => {
    const former = freshTaxId();
    const actor = await createCompany(stage, { ...tresneria, tax_id_number: former });
    await post(`/clientcompanies/${actor.id}`, { ...tresneria, tax_id_number: freshTaxId() });
    const { status } = await post('/clientcompanies', { ...tresneria, tax_id_number: former });
    expect(status).toBe(200);
  });

  it('refuses the tax id of another company', async () => {
    const one = await createCompany(stage, { ...tresneria, tax_id_number: freshTaxId() });
    const other = await createCompany(stage, { ...tresneria, tax_id_number: freshTaxId() });
    const { status } = await post(`/clientcompanies/${one.id}`, {
      ...tresneria,
      tax_id_number: other.taxId,
    });
    expect(status).toBe(409);
  });

  it('asks for the same fields as creation', async () => {
    const actor = await createCompany(stage, { ...tresneria, tax_id_number: freshTaxId() });
    const { status, body } = await post(`/clientcompanies/${actor.id}`, { is_individual: false });
    expect([status, Object.keys(body.errors)]).toEqual([
      422,
      ['full_name', 'tax_id_number', 'regional_territory_id'],
    ]);
  });

  it.each(['nobody', '%2e%2e', "'%20OR%201=1"])('knows no company %s', async (id) => {
    const { status } = await post(`/clientcompanies/${id}`, tresneria);
    expect(status).toBe(404);
  });
});
