import { describe, expect, it } from 'vitest';
import { addDays, addYears, daysBetween } from '../../../contract/days.ts';
import { needsAuthorization } from '../../../contract/territory.ts';
import { authorizationFault } from '../../../main/features/authorizations/gate.ts';
import { findTaxIds } from '../../../main/features/authorizations/names.ts';

const states = ['none', 'pending_validation', 'approved', 'rejected'] as const;

describe('specification 1 and 3: the authorization check', () => {
  const today = '2026-11-21';
  const territories = [
    'Bizkaia',
    'Araba/Álava',
    'Araba',
    'ÁLAVA',
    'Foral de Álava',
    'Gipuzkoa',
  ] as const;
  const cells = [true, false].flatMap((holds) =>
    territories.flatMap((territory_name) =>
      states.map((authorization) => ({ holds, territory_name, authorization })),
    ),
  );

  it.each(cells)('Software Garante $holds, $territory_name, $authorization', (cell) => {
    const { holds, ...columns } = cell;
    const company = { ...columns, open_as: null, expires_on: null };
    const needed = !holds && !/araba|álava/i.test(cell.territory_name);
    expect(needsAuthorization({ holds }, cell.territory_name)).toBe(needed);
    const fault = authorizationFault({ holds }, company, today);
    expect(fault).toBe(
      needed && cell.authorization !== 'approved' ? 'authorization_required' : null,
    );
  });

  it.each([
    { open_as: 'unknown', expires_on: null, fault: 'authorization_unresolved' },
    { open_as: 'sending', expires_on: null, fault: null },
    { open_as: 'sending', expires_on: '2026-11-20', fault: 'authorization_expired' },
    { open_as: null, expires_on: '2026-11-20', fault: 'authorization_expired' },
    { open_as: null, expires_on: '2026-11-21', fault: null },
  ] as const)('approved, open $open_as, until $expires_on: $fault', ({ fault, ...columns }) => {
    const company = { territory_name: 'Bizkaia', authorization: 'approved', ...columns } as const;
    expect(authorizationFault(null, company, today)).toBe(fault);
  });
});

describe('days', () => {
  it('counts whole days and years, over leap days and clock changes', () => {
    expect(addYears('2026-11-21', 5)).toBe('2031-11-21');
    expect(addYears('2024-02-29', 5)).toBe('2029-02-28');
    expect(addYears('2024-02-29', 4)).toBe('2028-02-29');
    expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31);
    expect(daysBetween('2026-11-21', '2026-11-20')).toBe(-1);
    expect(addDays('2026-10-25', 7)).toBe('2026-11-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  });
});

describe('tax ids in the name of a file', () => {
  it.each([
    ['A99800476.pdf', ['A99800476']],
    ['autorización a99800476 firmada.pdf', ['A99800476']],
    ['A-99800476_rep.png', ['A99800476']],
    ['12.345.678-Z.jpg', ['12345678Z']],
    ['ESA99800476.pdf', ['A99800476']],
    ['ESA-9980047-6.pdf', ['A99800476']],
    ['X1234567L (1).pdf', ['X1234567L']],
    ['A99800476 y 12345678Z.pdf', ['A99800476', '12345678Z']],
    ['A99800476-A99800476.pdf', ['A99800476']],
    ['A99800477.pdf', []],
    ['2026-11-21 escaneo 0001.pdf', []],
    ['XA99800476.pdf', []],
    ['A998004761.pdf', []],
    ['A99800476', ['A99800476']],
    ['.pdf', []],
    ['', []],
  ])('%s: %j', (name, expected) => {
    expect(findTaxIds(name)).toEqual(expected);
  });
});
