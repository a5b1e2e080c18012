import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { lantegiak, miren, openConnectedOffice, type Trouble } from './relay.ts';

describe('creating a company', () => {
  it('sends the fields of a legal entity and none of a person, with the user key', async () => {
    const { office, line } = await openConnectedOffice();
    const made = await office.call('companies.create', {
      ...lantegiak,
      firstName: 'Not',
      lastName1: 'Sent',
    });
    expect(made).toMatchObject({
      state: 'registered',
      firstName: null,
      key: { present: true },
      failure: null,
    });
    expect(made.key.last4).toHaveLength(4);
    const [sent] = line.requests;
    expect(sent?.body).toEqual({
      is_individual: false,
      full_name: lantegiak.fullName,
      tax_id_number: lantegiak.taxId,
      regional_territory_id: 'bizkaia',
    });
    expect(sent?.headers['x-service-userapikey']).toBe(line.userApiKey);
    expect(sent?.headers['x-service-clientapikey']).toBeUndefined();
  });

  it('sends the name of a person in parts, with null for a missing second surname', async () => {
    const { office, line } = await openConnectedOffice();
    const made = await office.call('companies.create', { ...miren, lastName2: null });
    expect(made).toMatchObject({ firstName: 'Miren', lastName1: 'Etxeberria', lastName2: null });
    expect(line.requests[0]?.body).toMatchObject({
      first_name: 'Miren',
      last_name_1: 'Etxeberria',
      last_name_2: null,
    });
  });

  it.each([
    ['a tax id with a wrong control digit', { ...lantegiak, taxId: 'A99800475' }, 'tax_id_invalid'],
    ['a person without a surname', { ...miren, lastName1: undefined }, 'company_name_parts'],
    [
      'a territory that the service does not have',
      { ...lantegiak, territoryId: 'nafarroa' },
      'territory_unknown',
    ],
    [
      'a key without an identifier',
      { ...lantegiak, apiKey: 'a-key-without-an-id' },
      'invalid_input',
    ],
  ])('%s is refused before anything is sent', async (_name, input, code) => {
    const { office, line } = await openConnectedOffice();
    expect((await office.refused('companies.create', input as typeof lantegiak)).code).toBe(code);
    expect(line.requests).toEqual([]);
    expect((await office.call('companies.list', {})).total).toBe(0);
  });

  it('refuses a tax id that exists here before the call, and one that exists in the service from its answer', async () => {
    const { office, line } = await openConnectedOffice();
    const first = await office.call('companies.create', lantegiak);
    const here = await office.refused('companies.create', lantegiak);
    expect(here).toMatchObject({
      code: 'company_exists',
      details: { where: 'here', id: first.id },
    });
    expect(line.requests).toHaveLength(1);
    await office.call('companies.remove', { id: first.id });
    const there = await office.refused('companies.create', lantegiak);
    expect(there).toMatchObject({
      code: 'company_exists',
      details: { where: 'service', taxId: 'A99800476' },
    });
    expect((await office.call('companies.list', {})).total).toBe(0);
  });

  it('takes a tax id in any spelling, and sends it without separators', async () => {
    const { office, line } = await openConnectedOffice();
    const made = await office.call('companies.create', {
      ...lantegiak,
      taxId: ' es a-99.800.476 ',
    });
    expect(made.taxId).toBe(lantegiak.taxId);
    expect(line.requests[0]?.body.tax_id_number).toBe(lantegiak.taxId);
    expect((await office.refused('companies.create', lantegiak)).code).toBe('company_exists');
  });

  it('keeps the key and drops the name parts when a person turns out to be a company, and the reverse', async () => {
    const { office, line } = await openConnectedOffice();
    const made = await office.call('companies.create', miren);
    const entity = { ...miren, isIndividual: false };
    const changed = await office.call('companies.update', { id: made.id, ...entity });
    expect(changed).toMatchObject({
      isIndividual: false,
      firstName: null,
      lastName1: null,
      key: made.key,
    });
    const names = ['first_name', 'last_name_1', 'last_name_2'];
    expect(
      Object.keys(line.requests.at(-1)?.body ?? {}).filter((name) => names.includes(name)),
    ).toEqual([]);
    const back = await office.call('companies.update', { id: made.id, ...miren, lastName2: null });
    expect(back).toMatchObject({ isIndividual: true, lastName2: null, key: made.key });
    expect(line.requests.at(-1)?.body).toMatchObject({ first_name: 'Miren', last_name_2: null });
  });

  it('happens once when it is called many times at once', async () => {
    const { office, line } = await openConnectedOffice();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => office.app.call('companies.create', lantegiak)),
    );
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
    expect(line.requests).toHaveLength(1);
  });

  it('adds an existing company by its identifier, with the key given or requested by an update', async () => {
    const { office, line } = await openConnectedOffice();
    const first = await office.call('companies.create', lantegiak);
    const { key } = await office.call('companies.revealKey', { id: first.id });
    const serviceId = first.serviceId ?? '';
    await office.call('companies.remove', { id: first.id });
    const asked = await office.call('companies.create', { ...lantegiak, serviceId });
    expect(line.requests.at(-1)?.path).toBe(`/clientcompanies/${serviceId}`);
    expect(await office.call('companies.revealKey', { id: asked.id })).toEqual({ key });
    await office.call('companies.remove', { id: asked.id });
    const given = await office.call('companies.create', { ...lantegiak, serviceId, apiKey: key });
    expect(line.requests).toHaveLength(2);
    expect(await office.call('companies.revealKey', { id: given.id })).toEqual({ key });
  });
});

describe('a creation whose answer was lost', () => {
  it('is kept as unknown and never repeated; its identifier brings the key', async () => {
    const { office, line } = await openConnectedOffice();
    const told: unknown[] = [];
    line.troubles.push({ kind: 'change', change: (answer) => [told.push(answer)] });
    const error = await office.refused('companies.create', lantegiak);
    expect(error).toMatchObject({
      code: 'company_creation_unknown',
      details: { cause: 'answer_not_understood' },
    });
    const id = String(error.details.id);
    expect(await office.call('companies.get', { id })).toMatchObject({
      state: 'creation_unknown',
      serviceId: null,
      key: { present: false },
      failure: { code: 'answer_not_understood' },
    });
    expect((await office.refused('companies.create', lantegiak)).code).toBe('company_exists');
    expect((await office.refused('companies.update', { id, ...lantegiak })).code).toBe(
      'company_state',
    );
    expect((await office.refused('companies.remove', { id })).code).toBe('company_state');
    expect(line.requests).toHaveLength(1);
    const { id: serviceId, api_key: key } = told[0] as { id: string; api_key: string };
    const { company } = await office.call('companies.reconcile', { id, serviceId });
    expect(company).toMatchObject({
      state: 'registered',
      serviceId,
      key: { present: true, last4: key.slice(-4) },
    });
    expect(await office.call('companies.revealKey', { id })).toEqual({ key });
  });

  it('is unknown when the connection breaks after the request, and survives a restart', async () => {
    const { office, line } = await openConnectedOffice();
    line.troubles.push({ kind: 'drop_after' });
    const error = await office.refused('companies.create', lantegiak);
    expect(error).toMatchObject({
      code: 'company_creation_unknown',
      details: { cause: 'connection_lost' },
    });
    const again = await office.restart();
    const { companies } = await again.call('companies.list', {});
    expect(companies).toMatchObject([
      { state: 'creation_unknown', failure: { code: 'connection_lost' } },
    ]);
  });

  it('is unknown when the process ended before the answer came', async () => {
    const { office } = await openConnectedOffice();
    const { id } = await office.call('companies.create', lantegiak);
    await office.app.close();
    const database = new Database(join(office.dataFolder, 'zubi.db'));
    database.exec("update companies set state = 'creating', service_id = null");
    database.close();
    const again = await office.restart();
    const company = await again.call('companies.get', { id });
    expect(company).toMatchObject({ state: 'creation_unknown', failure: { code: 'interrupted' } });
  });

  it('is removed when a person says it was not created, or becomes a draft again', async () => {
    const { office, line } = await openConnectedOffice();
    line.troubles.push({ kind: 'drop_before' }, { kind: 'drop_before' });
    const first = await office.refused('companies.create', lantegiak);
    const gone = await office.call('companies.reconcile', {
      id: String(first.details.id),
      decision: 'not_created',
    });
    expect(gone.company).toBeNull();
    expect((await office.call('companies.list', {})).total).toBe(0);
    const second = await office.refused('companies.create', lantegiak);
    const kept = await office.call('companies.reconcile', {
      id: String(second.details.id),
      decision: 'draft',
    });
    expect(kept.company).toMatchObject({ state: 'draft', failure: null });
    await office.call('connection.useSandbox', {});
    const id = kept.company?.id ?? '';
    const moved = { ...lantegiak, id, territoryId: 'araba' };
    expect((await office.refused('companies.update', moved)).code).toBe('company_elsewhere');
  });

  it('an answer with an identifier and no key gives a company without key, which an update brings', async () => {
    const { office, line } = await openConnectedOffice();
    line.troubles.push({ kind: 'change', change: ({ api_key, ...answer }) => answer });
    const error = await office.refused('companies.create', lantegiak);
    expect(error).toMatchObject({
      code: 'company_created_keyless',
      details: { taxId: lantegiak.taxId },
    });
    const { companies } = await office.call('companies.list', { filter: { hasKey: false } });
    expect(companies).toMatchObject([
      { state: 'registered', key: { present: false, last4: null } },
    ]);
    const id = companies[0]?.id ?? '';
    expect((await office.refused('companies.revealKey', { id })).code).toBe('company_without_key');
    const whole = await office.call('companies.recoverKey', { id });
    expect(whole.key.present).toBe(true);
    await office.call('connection.useSandbox', {});
    expect((await office.refused('companies.recoverKey', { id })).code).toBe('company_elsewhere');
  });

  it('an answer with another company’s identifier or key is rejected', async () => {
    const { office, line } = await openConnectedOffice();
    const first = await office.call('companies.create', lantegiak);
    const { key } = await office.call('companies.revealKey', { id: first.id });
    line.troubles.push({ kind: 'change', change: (answer) => ({ ...answer, api_key: key }) });
    const error = await office.refused('companies.create', miren);
    expect(error).toMatchObject({
      code: 'company_creation_unknown',
      details: { cause: 'company_key_taken' },
    });
    const { companies } = await office.call('companies.list', { text: 'miren' });
    expect(companies).toMatchObject([{ state: 'creation_unknown', key: { present: false } }]);
  });

  it('an answer about another tax id is rejected in every call', async () => {
    const { office, line } = await openConnectedOffice();
    const other: Trouble = {
      kind: 'change',
      change: (told) => ({ ...told, tax_id_number: 'B00000034' }),
    };
    line.troubles.push(other);
    const error = await office.refused('companies.create', lantegiak);
    expect(error).toMatchObject({
      code: 'company_creation_unknown',
      details: { cause: 'company_other_in_service' },
    });
    const id = String(error.details.id);
    await office.call('companies.reconcile', { id, decision: 'not_created' });

    const { id: made, serviceId } = await office.call('companies.create', miren);
    await office.call('companies.remove', { id: made });
    line.troubles.push(other);
    const attached = await office.refused('companies.create', {
      ...miren,
      serviceId: serviceId ?? '',
    });
    expect(attached).toMatchObject({
      code: 'company_other_in_service',
      details: { taxId: miren.taxId, told: 'B00000034', serviceId },
    });
    expect((await office.call('companies.list', { filter: { archived: 'include' } })).total).toBe(
      0,
    );
  });

  it('a refusal leaves nothing', async () => {
    const { office, line } = await openConnectedOffice();
    line.troubles.push({ kind: 'status', status: 401 });
    expect((await office.refused('companies.create', lantegiak)).code).toBe('service_unauthorized');
    expect((await office.call('companies.list', { filter: { archived: 'include' } })).total).toBe(
      0,
    );
  });
});
