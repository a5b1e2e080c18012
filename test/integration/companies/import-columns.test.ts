import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampled } from '../../rounds.ts';
import type { Office } from '../core/office.ts';
import { openConnectedOffice } from './relay.ts';
import { take } from './take.ts';

const _latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const count = async (office: Office): Promise<number> =>
  (await office.call('companies.list', {})).total;

describe('the columns of a table', () => {
  it('takes the columns and a territory from the person where the headings do not tell', async () => {
    const { office } = await openConnectedOffice();
    const fileId = await take(office, 'a.csv', 'uno;dos\nA99800476;Lantegiak\n');
    const first = await office.call('companies.importPreview', { fileId });
    expect(first.mapping.columns).toEqual({});
    expect((await office.refused('companies.importFile', { fileId })).code).toBe('import_mapping');
    const columns = { taxId: 0, fullName: 1 };
    for (const wrong of [{ taxId: 0 }, { taxId: 0, fullName: 0 }, { taxId: 0, fullName: 9 }]) {
      const error = await office.refused('companies.importFile', {
        fileId,
        mapping: { columns: wrong },
      });
      expect(error.code).toBe('import_mapping');
    }
    const mapping = { columns, defaultTerritoryId: 'gipuzkoa' };
    expect(await office.call('companies.importFile', { fileId, mapping })).toMatchObject({
      drafts: 1,
    });
    expect((await office.call('companies.list', {})).companies[0]?.territoryName).toBe('Gipuzkoa');
  });

  it.each(
    sampled<[string, Uint8Array, string]>(
      [
        ['nothing at all', Buffer.from(''), 'import_empty'],
        ['a heading alone', Buffer.from('NIF;Nombre\n'), 'import_empty'],
        ['a program', Buffer.from('MZ\0\0\x01\x02'), 'import_format'],
        ['an old XLS', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'import_format'],
        ['half a zip', Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3]), 'import_format'],
        [
          'more columns than anyone has',
          Buffer.from(`NIF;${'x;'.repeat(80)}y\nA;${'1;'.repeat(80)}2`),
          'import_too_large',
        ],
        ['a sealed file cut short', Buffer.from('ZUBICOM1\0\0\0\x20{'), 'import_format'],
      ],
      3,
    ),
  )('refuses %s by name', async (_name, bytes, code) => {
    const { office } = await openConnectedOffice();
    const fileId = await take(office, 'x.csv', bytes);
    const input = { fileId, passphrase: 'a-long-passphrase' };
    expect((await office.refused('companies.importPreview', input)).code).toBe(code);
    expect((await office.refused('companies.importFile', input)).code).toBe(code);
    expect(await count(office)).toBe(0);
  });

  it('shows values of a column of any length, and masks possible keys', async () => {
    const { office } = await openConnectedOffice();
    const cells = [
      'Rehabilitaciones Olabarrieta-Goikoetxea',
      'REHABILITACIONES',
      'aB3xaB3xaB3xaB3x',
      'abc/def+ghi=jkl_mno',
    ];
    const fileId = await take(
      office,
      'a.csv',
      `${cells.map((_, n) => `c${n}`).join(';')}\n${cells.join(';')}\n`,
    );
    const { columns } = await office.call('companies.importPreview', { fileId });
    expect(columns.map(({ samples }) => samples[0])).toEqual([
      ...cells.slice(0, 2),
      '••••',
      '••••',
    ]);
  });

  it('stores no copy of the file on disk, before it is read or after', async () => {
    const { office } = await openConnectedOffice();
    const fileId = await take(
      office,
      'a.csv',
      'NIF;Empresa;Territorio\nA99800476;Lantegiak;Bizkaia\n',
    );
    const incoming = join(office.dataFolder, 'incoming');
    expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([]);
    await office.call('companies.importPreview', { fileId });
    expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([]);
    await office.call('companies.discardImport', { fileId });
    expect((await office.refused('companies.importFile', { fileId })).code).toBe('file_unknown');
  });
});
