import { describe, expect, it } from 'vitest';
import type { CallError } from '../../../contract/errors.ts';
import { remediesOf } from '../../../renderer/shared/sending/remedy.ts';

const company = { companyId: 'one', taxId: 'A99800476', name: 'Lantegiak SA' };

describe('the remedy after a refused sending', () => {
  it.each([
    'company_outside_bizkaia',
    'company_archived',
    'company_without_key',
    'authorization_required',
    'authorization_expired',
    'authorization_unresolved',
  ] as const)('%s leads to the page of the company', (code) => {
    expect(remediesOf({ code, details: company })).toEqual([
      { place: 'company', href: '#/companies/one', code, name: 'Lantegiak SA' },
    ]);
  });

  it.each([
    'connection_missing',
    'user_key_missing',
    'certificate_key_missing',
    'software_garante_missing',
  ] as const)('%s leads to Settings', (code) => {
    expect(remediesOf({ code, details: {} })).toEqual([
      { place: 'settings', href: '#/settings/connection', code, name: null },
    ]);
  });

  it('is shown once for each company and reason when many files are refused', () => {
    const file = (name: string, code: string, details: object) => ({
      fileId: name,
      name,
      code,
      details,
    });
    const other = { ...company, companyId: 'two', name: 'Besteak SL' };
    const error = {
      code: 'company_without_key',
      details: {
        ...company,
        files: [
          file('a.xml', 'company_without_key', company),
          file('b.xml', 'company_without_key', company),
          file('c.xml', 'authorization_required', other),
          file('d.xml', 'file_not_valid', { name: 'd.xml' }),
          file('e.xml', 'no such code', company),
        ],
      },
    } as CallError;
    expect(remediesOf(error).map(({ code, href }) => [code, href])).toEqual([
      ['company_without_key', '#/companies/one'],
      ['authorization_required', '#/companies/two'],
    ]);
  });

  it('does not exist for every refusal', () => {
    expect(remediesOf({ code: 'already_sent', details: { name: 'a.xml' } })).toEqual([]);
  });
});
