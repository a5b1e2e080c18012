import { describe, expect, it } from 'vitest';
import {
  emptyProposal,
  isNaturalPersonsTaxId,
  looksLikeTaxId,
  proposeCompanies,
  proposeCompany,
  splitName,
} from '../../../renderer/shared/companies/company-proposal.ts';
import {
  type CompanyDraft,
  draftFaults,
  presetTerritory,
  toCompanyInput,
  withKind,
  withTaxId,
} from '../../../renderer/shared/companies/use-company-drafts.ts';
import { makeWorklistFile } from './make-worklist-file.ts';

describe('tax ids', () => {
  it('distinguish persons from companies by form', () => {
    for (const taxId of ['09760433S', 'X1234567L', '09760433s'])
      expect(isNaturalPersonsTaxId(taxId)).toBe(true);
    expect(isNaturalPersonsTaxId('A99800476')).toBe(false);
    for (const taxId of ['A99800476', ' 09760433S ', 'W0123456J', '09.760.433-s', 'ES09760433S'])
      expect(looksLikeTaxId(taxId)).toBe(true);
    for (const taxId of ['', '123', 'A9980047', 'ES0976043S'])
      expect(looksLikeTaxId(taxId)).toBe(false);
  });
});

describe('splitName', () => {
  it.each([
    ['ETXEBERRIA AGIRRE MIREN', 'MIREN', 'ETXEBERRIA', 'AGIRRE'],
    ['ETXEBERRIA AGIRRE, MIREN JONE', 'MIREN JONE', 'ETXEBERRIA', 'AGIRRE'],
    ['Miren Etxeberria Agirre', 'Miren', 'Etxeberria', 'Agirre'],
    ['María José de la Fuente Ruiz', 'María José', 'de la Fuente', 'Ruiz'],
    ['DE LA FUENTE RUIZ ANA', 'ANA', 'DE LA FUENTE', 'RUIZ'],
    ['Jon Uriarte', 'Jon', 'Uriarte', ''],
    ['Madonna', 'Madonna', '', ''],
    ['  ', '', '', ''],
  ])('proposes parts for %s', (fullName, firstName, lastName1, lastName2) => {
    expect(splitName(fullName)).toEqual({ firstName, lastName1, lastName2 });
  });
});

it.each([
  ['Etxebarria Goñi Miren', 'Miren', 'Etxebarria', 'Goñi'],
  ['Etxebarria Miren', 'Miren', 'Etxebarria', ''],
  ['de la Fuente Ruiz María José', 'María José', 'de la Fuente', 'Ruiz'],
])(
  'a name in an LROE file begins with the surnames: %s',
  (name, firstName, lastName1, lastName2) => {
    expect(proposeCompany({ taxId: '09760433S', name }, 'a.xml')).toMatchObject({
      firstName,
      lastName1,
      lastName2,
    });
  },
);

describe('proposeCompanies', () => {
  it('proposes each taxpayer once, with its file', () => {
    const person = { taxId: '09760433S', name: 'ETXEBERRIA AGIRRE MIREN' };
    const proposals = proposeCompanies([
      makeWorklistFile({ name: 'a.xml' }),
      makeWorklistFile({ name: 'b.xml' }),
      makeWorklistFile({ name: 'c.xml', judged: { taxpayer: person } }),
      makeWorklistFile({ name: 'd.xml', judged: { taxpayer: null } }),
      makeWorklistFile({ name: 'e.xml', judged: null }),
    ]);
    expect(proposals.map(({ file, isIndividual }) => [file, isIndividual])).toEqual([
      ['a.xml', false],
      ['c.xml', true],
    ]);
  });
});

describe('a draft', () => {
  const person: CompanyDraft = {
    ...proposeCompany({ taxId: '09760433s', name: 'ETXEBERRIA AGIRRE MIREN' }, 'a.xml'),
    key: '0',
    territoryId: '48',
    inService: false,
    idChecked: false,
    taxIdConfirmed: false,
    serviceId: '',
    apiKey: '',
    isSplit: false,
    isKept: false,
    error: null,
  };

  it('becomes the input of the core', () => {
    expect(toCompanyInput(person)).toEqual({
      code: null,
      group: null,
      adviser: null,
      isIndividual: true,
      fullName: 'ETXEBERRIA AGIRRE MIREN',
      taxId: '09760433S',
      territoryId: '48',
      firstName: 'MIREN',
      lastName1: 'ETXEBERRIA',
      lastName2: 'AGIRRE',
    });
    expect(toCompanyInput({ ...person, lastName2: ' ' }).lastName2).toBeNull();
    expect(toCompanyInput({ ...person, isIndividual: false })).not.toHaveProperty('firstName');
  });

  it('names missing values, by field', () => {
    expect(draftFaults(person)).toEqual({});
    expect(draftFaults({ ...person, firstName: ' ', taxId: '1', territoryId: '' })).toEqual({
      firstName: 'required',
      taxId: 'taxIdWrong',
      territoryId: 'required',
    });
    expect(draftFaults({ ...person, isIndividual: false, firstName: '' })).toEqual({});
  });

  it('keeps the tax id without separators', () => {
    expect(toCompanyInput({ ...person, taxId: ' es 09.760.433-s ' }).taxId).toBe('09760433S');
  });

  it('has a person’s full name from its parts if it is not given, and reports names that are too long', () => {
    const unnamed = { ...person, fullName: ' ' };
    expect(draftFaults(unnamed)).toEqual({});
    expect(toCompanyInput(unnamed).fullName).toBe('MIREN ETXEBERRIA AGIRRE');
    expect(draftFaults({ ...unnamed, isIndividual: false })).toEqual({ fullName: 'required' });
    const long = { ...person, fullName: 'x'.repeat(121), lastName2: 'x'.repeat(121) };
    expect(draftFaults(long)).toEqual({ fullName: 'tooLong', lastName2: 'tooLong' });
    expect(draftFaults({ ...person, fullName: 'x'.repeat(120) })).toEqual({});
  });

  it('becomes a person or a company by its tax id, and a person’s name is split if it has no parts', () => {
    const written = { ...person, ...emptyProposal, fullName: 'Ane Agirre Goñi' };
    expect(withTaxId(written, '09.760.433')).toEqual({ taxId: '09.760.433' });
    const parts = { firstName: 'Ane', lastName1: 'Agirre', lastName2: 'Goñi' };
    const split = { isIndividual: true, ...parts, isSplit: true };
    const confirmed = { ...written, taxIdConfirmed: true };
    expect(withTaxId(confirmed, '09.760.433')).toMatchObject({ taxIdConfirmed: false });
    expect(withTaxId(written, '09.760.433-S')).toEqual({ taxId: '09.760.433-S', ...split });
    expect(withKind({ ...written, firstName: 'Jon' }, true)).toEqual({ isIndividual: true });
    expect(withTaxId(person, 'A99800476')).toEqual({ taxId: 'A99800476', isIndividual: false });
  });

  it('is of Bizkaia unless another territory is chosen', () => {
    const araba = { id: '1', name: 'Araba' };
    expect(presetTerritory([araba, { id: '48', name: 'Bizkaia' }])).toBe('48');
    expect(presetTerritory([araba, { id: '9', name: 'Vizcaya' }])).toBe('9');
    expect(presetTerritory([])).toBe('');
  });
});
