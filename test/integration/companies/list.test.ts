import { describe, expect, it } from 'vitest';
import type { Input } from '../../../contract/methods.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId, personTaxId } from '../../fixtures/validator/tax-ids.ts';
import { sampled } from '../../rounds.ts';
import type { Office } from '../core/office.ts';
import { lantegiak, miren, openConnectedOffice } from './relay.ts';

const table = [
  'NIF;Razón social;Nombre;Apellido 1;Territorio;Id;Clave',
  `${companyTaxId('B', 4_200_001)};Zubialde Tresneria SL;;;Bizkaia;s-1;planted-key-number-one`,
  `${companyTaxId('B', 4_200_002)};Álamo y Peña SA;;;Gipuzkoa;;`,
  `${companyTaxId('B', 4_200_003)};agirre SL;;;Araba;s-3;planted-key-number-two`,
  `${personTaxId(4_200_004)};;Íñigo;Muñoz;Bizkaia;;`,
].join('\n');

async function importTable(office: Office, text = table): Promise<void> {
  const taken = await office.app.takeFile({ name: 'a.csv', bytes: Buffer.from(text) });
  if (!taken.ok) throw new Error('not taken');
  await office.call('companies.importFile', { fileId: taken.value.fileId });
}

async function namesOf(office: Office, input: Input<'companies.list'>): Promise<string[]> {
  return (await office.call('companies.list', input)).companies.map(({ fullName }) => fullName);
}

describe('the list of companies', () => {
  it('is sorted in each direction, without regard to accents and capitals', async () => {
    const { office } = await openConnectedOffice();
    await importTable(office);
    const byName = ['agirre SL', 'Álamo y Peña SA', 'Muñoz Íñigo', 'Zubialde Tresneria SL'];
    expect(await namesOf(office, {})).toEqual(byName);
    expect(await namesOf(office, { sort: { by: 'name', direction: 'descending' } })).toEqual(
      byName.toReversed(),
    );
    expect((await namesOf(office, { sort: { by: 'taxId' } })).at(0)).toBe('Muñoz Íñigo');
    expect((await namesOf(office, { sort: { by: 'territory' } })).at(0)).toBe('agirre SL');
    expect(await namesOf(office, { sort: { by: 'key' } })).toEqual([
      'Álamo y Peña SA',
      'Muñoz Íñigo',
      'agirre SL',
      'Zubialde Tresneria SL',
    ]);
  });

  it('has the second company before the tenth wherever names are sorted', async () => {
    const { office } = await openConnectedOffice();
    const names = ['Álava 1 SL', 'Lantegi 2 SL', 'Lantegi 10 SL', 'Zubi SL'];
    const lines = [...names.entries()].map(
      ([n, name]) => `${companyTaxId('B', 4_210_009 - n)};${name};Bizkaia;${name};Grupo ${name}`,
    );
    await importTable(
      office,
      ['NIF;Empresa;Territorio;Responsable;Grupo', ...lines.toReversed()].join('\n'),
    );
    expect(await namesOf(office, {})).toEqual(names);
    const pages = [await namesOf(office, { limit: 2 }), await namesOf(office, { cursor: '2' })];
    expect(pages.flat()).toEqual(names);
    const { authorizations } = await office.call('authorizations.list', {});
    expect(authorizations.map(({ company }) => company.fullName)).toEqual(names);
    const labels = await office.call('companies.labels', {});
    expect(labels.advisers).toEqual(names);
    expect(labels.groups).toEqual(names.map((name) => `Grupo ${name}`));
    const { contentBase64 } = await office.call('companies.exportFile', { format: 'csv' });
    const csv = Buffer.from(contentBase64, 'base64').toString();
    const places = names.map((name) => csv.indexOf(name));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it.each([
    ['PEÑA', ['Álamo y Peña SA']],
    ['pena alamo', ['Álamo y Peña SA']],
    ['inigo', ['Muñoz Íñigo']],
    [companyTaxId('B', 4_200_003).toLowerCase(), ['agirre SL']],
    [`B-420.0001 ${companyTaxId('B', 4_200_001).at(-1)}`, ['Zubialde Tresneria SL']],
    ['%', []],
    ["' or 1=1 --", []],
    ['   ', ['agirre SL', 'Álamo y Peña SA', 'Muñoz Íñigo', 'Zubialde Tresneria SL']],
  ])('finds %j in name or tax id', async (text, names) => {
    const { office } = await openConnectedOffice();
    await importTable(office);
    expect(await namesOf(office, { text })).toEqual(names);
  });

  it('is filtered by territory, key, state, authorization and activity', async () => {
    const { office } = await openConnectedOffice();
    await importTable(office);
    await office.call('companies.create', lantegiak);
    const taxpayer = { taxId: lantegiak.taxId, name: lantegiak.fullName };
    const file = await office.drop(
      'a.xml',
      makeDocument('240-received', { seed: 1, records: 1, taxpayer }),
    );
    await office.call('submissions.send', { fileIds: [file.id] });
    await office.app.idle();
    const filtered = (filter: Input<'companies.list'>['filter']) => namesOf(office, { filter });
    expect(await filtered({ territoryIds: ['gipuzkoa'] })).toEqual(['Álamo y Peña SA']);
    expect(await filtered({ hasKey: true })).toEqual([
      'agirre SL',
      lantegiak.fullName,
      'Zubialde Tresneria SL',
    ]);
    expect(await filtered({ states: ['draft'] })).toEqual(['Álamo y Peña SA', 'Muñoz Íñigo']);
    expect(await filtered({ authorizations: ['approved'] })).toEqual([]);
    expect(await filtered({ hasSubmissions: true })).toEqual([lantegiak.fullName]);
    expect(await filtered({ activeSince: '2020-01-01T00:00:00Z' })).toEqual([lantegiak.fullName]);
    const [sent] = (await office.call('submissions.list', {})).submissions;
    const activeSince = `${sent?.createdAt.slice(0, 19)}Z`;
    expect(await filtered({ activeSince })).toEqual([lantegiak.fullName]);
    expect(await filtered({ inactiveSince: '2020-01-01T00:00:00Z' })).toHaveLength(4);
    const last = await namesOf(office, { sort: { by: 'lastActivity', direction: 'descending' } });
    expect(last.at(0)).toBe(lantegiak.fullName);
  });

  it.each(
    sampled(
      ['name', 'lastActivity', 'attention', 'key', 'taxId', 'territory', 'authorization'] as const,
      3,
    ),
  )('has each company once over its pages, sorted by %s', async (by) => {
    const { office } = await openConnectedOffice();
    const lines = Array.from(
      { length: 23 },
      (_, n) => `${companyTaxId('A', 4_300_000 + n)};Same name;Bizkaia`,
    );
    await importTable(office, ['NIF;Empresa;Territorio', ...lines].join('\n'));
    for (const direction of ['ascending', 'descending'] as const) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof office.call<'companies.list'>>> = await office.call(
          'companies.list',
          { sort: { by, direction }, limit: 5, cursor },
        );
        expect(page.total).toBe(23);
        seen.push(...page.companies.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seen).toHaveLength(23);
      expect(new Set(seen).size).toBe(23);
    }
  });

  it('has companies without a valid authorization first, where one is needed', async () => {
    let now = new Date('2026-11-20T10:00:00Z');
    const { office } = await openConnectedOffice({ clock: () => now });
    const names = ['Approved', 'Expired', 'Missing', 'Rejected', 'Reviewed'];
    const lines = names.map(
      (name, n) => `${companyTaxId('A', 4_400_000 + n)};${name};Bizkaia;s-${n};k-${n}-planted-key`,
    );
    lines.push(`${companyTaxId('A', 4_400_009)};Aside;Araba;s-9;k-9-planted-key`);
    await importTable(office, ['NIF;Empresa;Territorio;Id;Clave', ...lines].join('\n'));
    const { companies } = await office.call('companies.list', {});
    const idOf = (name: string) => companies.find(({ fullName }) => fullName === name)?.id ?? '';
    for (const name of ['Approved', 'Expired', 'Rejected', 'Reviewed'])
      await office.call('authorizations.noteUpload', { companyId: idOf(name) });
    const decide = (name: string, decision: 'approved' | 'rejected', expiresOn: string | null) =>
      office.call('authorizations.decide', { companyId: idOf(name), decision, expiresOn });
    await decide('Approved', 'approved', null);
    await decide('Expired', 'approved', '2026-11-25');
    await decide('Rejected', 'rejected', null);
    now = new Date('2026-11-26T10:00:00Z');
    const setGarante = (holds: boolean) =>
      office.call('connection.set', {
        softwareGarante: { holds, taxId: 'B00000034', license: 'T', name: 'Zubi', version: '1' },
      });
    const inOrder = () => namesOf(office, { sort: { by: 'attention' } });
    await setGarante(false);
    expect(await inOrder()).toEqual([
      'Rejected',
      'Expired',
      'Missing',
      'Reviewed',
      'Approved',
      'Aside',
    ]);
    await setGarante(true);
    expect((await inOrder()).slice(1)).toEqual([
      'Approved',
      'Aside',
      'Expired',
      'Missing',
      'Reviewed',
    ]);
  });

  it('refuses an invalid cursor, and begins anew with an empty one', async () => {
    const { office } = await openConnectedOffice();
    expect(await office.call('companies.list', { cursor: '' })).toMatchObject({ total: 0 });
    for (const cursor of [
      'x',
      Buffer.from('[1]').toString('base64url'),
      Buffer.from('{}').toString('base64'),
    ])
      expect((await office.refused('companies.list', { cursor })).code).toBe('invalid_input');
  });

  it('follows the vault: a key missing there is missing from the list after a start', async () => {
    const { office } = await openConnectedOffice();
    const made = await office.call('companies.create', miren);
    expect(made.key.present).toBe(true);
    await office.app.close();
    const { rmSync } = await import('node:fs');
    rmSync(`${office.dataFolder}/secrets.json`);
    const again = await office.restart();
    expect((await again.call('companies.get', { id: made.id })).key).toEqual({
      present: false,
      last4: null,
    });
  });
});
