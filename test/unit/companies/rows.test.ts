import { describe, expect, it } from 'vitest';
import type { ImportMapping } from '../../../contract/company-import.ts';
import { foldText } from '../../../contract/fold-text.ts';
import { searchWords } from '../../../main/features/companies/company-row.ts';
import { readRow } from '../../../main/features/companies/import/read-row.ts';
import { findTerritory, isBizkaia } from '../../../main/features/connection/territory.ts';

const territories = [
  { id: '1', name: 'Araba/Álava' },
  { id: '2', name: 'Bizkaia' },
  { id: '48', name: 'Gipuzkoa' },
];
const columns = {
  taxId: 0,
  fullName: 1,
  isIndividual: 2,
  firstName: 3,
  lastName1: 4,
  territory: 5,
};

const bare = { row: 2, faults: {}, isHidden: false, isArchived: false };

function read(cells: string[], mapping: ImportMapping = { columns }) {
  const { shown } = readRow({ ...bare, cells }, mapping, { territories, takesWrongTaxIds: false });
  return { ...shown, codes: shown.faults.map(({ code }) => code) };
}

describe('a row of a table', () => {
  it.each([
    ['a-99800476', 'A99800476'],
    [' A 99.800.476 ', 'A99800476'],
    ['ESA99800476', 'A99800476'],
    ['12345678z', '12345678Z'],
    ['1R', '00000001R'],
  ])('reads the tax id %j', (written, taxId) => {
    expect(read([written, 'x', '', 'a', 'b', 'Bizkaia'])).toMatchObject({ taxId, codes: [] });
  });

  it.each<[string, string, boolean]>([
    ['', '12345678Z', true],
    ['', 'X1234567L', true],
    ['', 'A99800476', false],
    ['Sí', 'A99800476', true],
    ['persona física', '12345678Z', true],
    ['Jurídica', '12345678Z', false],
    ['ez', '12345678Z', false],
    ['Mensual', '12345678Z', true],
    ['S.L.', 'A99800476', false],
  ])('%j with %s distinguishes a person from an entity', (written, taxId, isIndividual) => {
    const row = read([taxId, 'x', written, 'a', 'b', 'Bizkaia']);
    expect(row).toMatchObject({ isIndividual, codes: [] });
  });

  it('has no name parts for an entity, and all of them and the full name for a person', () => {
    expect(read(['A99800476', 'Lantegi', '', 'a', 'b', 'Bizkaia'])).toMatchObject({
      firstName: null,
      codes: [],
    });
    expect(read(['12345678Z', '', '', 'Ane', 'Ruiz', 'Bizkaia'])).toMatchObject({
      fullName: 'Ruiz Ane',
      lastName2: null,
      codes: [],
    });
    expect(read(['12345678Z', 'Ane Ruiz', '', 'Ane', '', 'Bizkaia']).codes).toEqual([
      'name_parts_missing',
    ]);
    expect(read(['A99800476', 'x'.repeat(121), '', '', '', 'Bizkaia']).codes).toEqual([
      'name_too_long',
    ]);
  });

  it('parts a whole name only where the comma leaves one way', () => {
    const nameOf = (name: string) => read(['12345678Z', name, '', '', '', 'Bizkaia']);
    expect(nameOf('Ruiz Agirre, Ane Miren')).toMatchObject({
      fullName: 'Ruiz Agirre, Ane Miren',
      firstName: 'Ane Miren',
      lastName1: 'Ruiz',
      lastName2: 'Agirre',
      codes: [],
    });
    expect(nameOf('Ruiz, Ane')).toMatchObject({ lastName1: 'Ruiz', lastName2: null, codes: [] });
    for (const unclear of ['Ruiz Agirre Ane', 'Ruiz de Gauna Agirre, Ane', 'Ruiz, Ane, SL'])
      expect(nameOf(unclear).codes).toEqual(['name_parts_missing']);
    expect(read(['A99800476', 'Ruiz, SL', '', '', '', 'Bizkaia'])).toMatchObject({
      firstName: null,
      codes: [],
    });
  });

  it('parts both surnames of a single column where there is one way', () => {
    const surnamesOf = (text: string, mapping?: ImportMapping) =>
      read(['12345678Z', '', '', 'Ane', text, 'Bizkaia', ''], mapping);
    expect(surnamesOf('Ruiz Agirre')).toMatchObject({
      fullName: 'Ruiz Agirre Ane',
      lastName1: 'Ruiz',
      lastName2: 'Agirre',
    });
    expect(surnamesOf('de la Fuente San Martín')).toMatchObject({
      lastName1: 'de la Fuente',
      lastName2: 'San Martín',
    });
    for (const whole of ['de la Fuente', 'Ruiz Agirre Goñi', 'Ruiz de Azua', 'Ortega y Gasset'])
      expect(surnamesOf(whole)).toMatchObject({ lastName1: whole, lastName2: null });
    // A table that parts them itself is taken at its word.
    const parted = { columns: { ...columns, lastName2: 6 } };
    expect(surnamesOf('Van Dyke', parted)).toMatchObject({ lastName1: 'Van Dyke' });
    expect(surnamesOf('Ruiz Agirre', parted)).toMatchObject({ lastName1: 'Ruiz Agirre' });
  });

  it.each<[string, string | null]>([
    ['BIZKAIA', '2'],
    ['Vizcaya', '2'],
    ['álava', '1'],
    ['Araba', '1'],
    ['Guipúzcoa', '48'],
    ['48', '48'],
    ['01', '1'],
    ['Madrid', null],
    ['a', null],
  ])('finds the territory %j', (written, id) => {
    expect(findTerritory(written, territories)?.id ?? null).toBe(id);
  });

  it.each(['BIZKAIA', 'Bizkaia/Vizcaya', 'Bizkaiko Lurralde Historikoa', 'BIZKAIA_48'])(
    'knows %j as Bizkaia',
    (name) => expect(isBizkaia(name)).toBe(true),
  );
});

describe('a search', () => {
  it.each([
    ['  Álamo  PEÑA ', [['alamo', 'pena']]],
    ['A-99.800.476', [['a-99.800.476'], ['a99800476']]],
    ['a 99800476', [['a', '99800476'], ['a99800476']]],
    ['Lantegi 42', [['lantegi', '42']]],
    ['', [[]]],
  ])('%j is looked for as %j', (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });

  it('has the 1 of a spreadsheet for Araba, whatever its identifier', () => {
    expect(findTerritory('1', [{ id: 'araba', name: 'Araba/Álava' }])?.id).toBe('araba');
  });

  it('keeps letters that have no accent to remove', () => {
    expect(foldText('Øre İZ ß')).toBe('øre iz ß');
  });
});
