import { describe, expect, it } from 'vitest';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { buildCompanyBody } from '../../../main/service/requests.ts';
import { lantegiak, miren, openConnectedOffice } from './relay.ts';
import { take } from './take.ts';

const ours = { code: '0417', group: 'Ibaizabal', adviser: 'Ane' };

describe('the office’s own fields of a company', () => {
  it('are kept, found by the code, and never sent to the service', async () => {
    const { office, line } = await openConnectedOffice();
    const made = await office.call('companies.create', { ...lantegiak, ...ours });
    expect(made).toMatchObject(ours);
    const dashed = { id: made.id, ...lantegiak, code: '2024-0001' };
    await office.call('companies.update', dashed);
    expect((await office.call('companies.list', { text: '2024-0001' })).total).toBe(1);
    await office.call('companies.update', { ...dashed, ...ours });
    await office.call('companies.create', miren);
    const found = await office.call('companies.list', { text: '0417' });
    expect(found.companies.map(({ id }) => id)).toEqual([made.id]);
    expect(await office.call('companies.labels', {})).toEqual({
      groups: ['Ibaizabal'],
      advisers: ['Ane'],
    });
    expect(JSON.stringify(line.requests.map(({ body }) => body))).not.toMatch(/0417|Ibaizabal|Ane/);
  });

  it('change without a call to the service, which follows only for its own fields', async () => {
    const { office, line } = await openConnectedOffice();
    const { id } = await office.call('companies.create', { ...lantegiak, ...ours });
    const before = line.requests.length;
    const changed = await office.call('companies.update', { id, ...lantegiak, adviser: 'Jon' });
    expect(changed).toMatchObject({ ...ours, adviser: 'Jon' });
    const without = await office.call('companies.update', { id, ...lantegiak, group: null });
    expect(without).toMatchObject({ group: null, code: '0417' });
    expect(line.requests).toHaveLength(before);
    const renamed = { id, ...lantegiak, fullName: 'Lantegi Berria SA' };
    expect(await office.call('companies.update', renamed)).toMatchObject({ code: '0417' });
    expect(line.requests).toHaveLength(before + 1);
  });

  it('are sent to a service whose profile names them', () => {
    const profile = defaultServiceProfile();
    const { company } = profile.requests;
    const fields = { ...lantegiak, ...ours, firstName: null, lastName1: null, lastName2: null };
    const requests = { ...profile.requests, company: { ...company, code: 'client.ref' } };
    const body = Buffer.from(buildCompanyBody(fields, { ...profile, requests })).toString();
    expect(JSON.parse(body)).toMatchObject({ client: { ref: '0417' } });
    expect(body).not.toContain('Ane');
  });

  it('of companies on the list are changed by a table, without a call to the service', async () => {
    const { office, line } = await openConnectedOffice();
    const made = await office.call('companies.create', { ...lantegiak, ...ours });
    const person = await office.call('companies.create', miren);
    const before = line.requests.length;
    const table = [
      'Código;NIF;Razón social;Responsable',
      `0500;${lantegiak.taxId};Otro nombre;`,
      `0501;${miren.taxId};;Jon`,
      '0502;B00000034;Nueva SL;Jon',
      `0503;${miren.taxId};;Ane`,
    ].join('\n');
    const fileId = await take(office, 'clientes.csv', table);
    const preview = await office.call('companies.importPreview', { fileId });
    expect(preview.rows.map(({ kind, faults }) => [kind, faults[0]?.code])).toEqual([
      ['update', undefined],
      ['update', undefined],
      ['draft', 'territory_missing'],
      ['update', 'duplicate_tax_id'],
    ]);
    expect(preview.counts).toMatchObject({ good: 2, updated: 2, drafts: 0 });
    expect(preview.rows[0]).toMatchObject({ code: '0500', adviser: null, group: null });
    const stored = await office.call('companies.importFile', { fileId, skipFaulty: true });
    expect(stored).toMatchObject({ updated: 2, drafts: 0, registered: 0, skipped: 2 });
    const read = async (id: string) => office.call('companies.get', { id });
    const { fullName, ...others } = { ...ours, code: '0500', fullName: lantegiak.fullName };
    expect(await read(made.id)).toMatchObject({ ...others, fullName });
    expect(await read(person.id)).toMatchObject({ code: '0501', adviser: 'Jon', group: null });
    const found = await office.call('companies.list', { text: '0500' });
    expect(found.companies.map(({ id }) => id)).toEqual([made.id]);
    expect(line.requests).toHaveLength(before);

    const again = await take(office, 'clientes.csv', table);
    const nothing = await office.call('companies.importPreview', { fileId: again });
    expect(nothing.rows[0]?.faults.map(({ code }) => code)).toContain('exists_already');
  });

  it('notes of a table reach a company that has none, and replace no others', async () => {
    const { office } = await openConnectedOffice();
    const noted = await office.call('companies.create', lantegiak);
    await office.call('companies.setNotes', { id: noted.id, notes: 'Llamar los lunes' });
    const bare = await office.call('companies.create', miren);
    const table = [
      'NIF;Razón social;Notas;Responsable',
      `${lantegiak.taxId};;Otra nota;Jon`,
      `${miren.taxId};;Cierra en agosto;`,
    ].join('\n');
    const fileId = await take(office, 'notas.csv', table);
    const preview = await office.call('companies.importPreview', { fileId });
    expect(preview.rows.map(({ kind, notes }) => [kind, notes])).toEqual([
      ['update', ''],
      ['update', 'Cierra en agosto'],
    ]);
    await office.call('companies.importFile', { fileId });
    const read = async (id: string) => office.call('companies.get', { id });
    expect(await read(noted.id)).toMatchObject({ notes: 'Llamar los lunes', adviser: 'Jon' });
    expect(await read(bare.id)).toMatchObject({ notes: 'Cierra en agosto', adviser: null });
  });

  it('a table brings drafts their identifiers and keys, and says which company is archived', async () => {
    const { office, line } = await openConnectedOffice();
    const drafts = [
      'NIF;Razón social;Nombre;Apellido;Territorio',
      `${lantegiak.taxId};Lantegiak SA;;;Bizkaia`,
      `${miren.taxId};;Miren;Etxeberria;Bizkaia`,
      'B00000034;Ona SL;;;Bizkaia',
    ].join('\n');
    const first = await take(office, 'clientes.csv', drafts);
    await office.call('companies.importFile', { fileId: first });
    const { companies } = await office.call('companies.list', {});
    const idOf = (taxId: string) => companies.find((one) => one.taxId === taxId)?.id ?? '';
    await office.call('companies.archive', { id: idOf('B00000034') });
    const panel = [
      'NIF;Razón social;Id;Clave',
      `${lantegiak.taxId};Lantegiak SA;svc-1;planted-key-of-lantegiak`,
      `${miren.taxId};Miren;svc-2;********-7f3a`,
      'B00000034;Ona SL;;',
    ].join('\n');
    const fileId = await take(office, 'panel.csv', panel);
    const { rows } = await office.call('companies.importPreview', { fileId });
    expect(rows.map(({ kind, faults }) => [kind, faults.map(({ code }) => code)])).toEqual([
      ['update', []],
      ['update', ['key_invalid']],
      ['draft', ['territory_missing', 'exists_archived']],
    ]);
    expect(rows[0]).toMatchObject({ serviceId: 'svc-1', hasKey: true });
    const stored = await office.call('companies.importFile', { fileId, skipFaulty: true });
    expect(stored).toMatchObject({ updated: 1, skipped: 2 });
    const made = await office.call('companies.get', { id: idOf(lantegiak.taxId) });
    expect(made).toMatchObject({ state: 'registered', serviceId: 'svc-1', key: { present: true } });
    expect(await office.call('companies.revealKey', { id: made.id })).toEqual({
      key: 'planted-key-of-lantegiak',
    });
    expect((await office.call('companies.get', { id: idOf(miren.taxId) })).state).toBe('draft');
    expect(line.requests).toEqual([]);
  });

  it('are read from a table, and written to one', async () => {
    const { office } = await openConnectedOffice();
    const table = `Código;NIF;Razón social;Responsable;Grupo;Territorio\n0417;${lantegiak.taxId};Lantegiak SA;Ane;Ibaizabal;Bizkaia\n`;
    const fileId = await take(office, 'clientes.csv', table);
    await office.call('companies.importFile', { fileId });
    const [company] = (await office.call('companies.list', { text: '0417' })).companies;
    expect(company).toMatchObject({ ...ours, fullName: 'Lantegiak SA' });
    const file = await office.call('companies.exportFile', { format: 'csv' });
    const other = (await openConnectedOffice()).office;
    const again = await take(other, file.name, Buffer.from(file.contentBase64, 'base64'));
    const preview = await other.call('companies.importPreview', { fileId: again });
    expect(preview.rows[0]).toMatchObject(ours);
  });
});
