import { afterAll, describe, expect, it } from 'vitest';
import { fix, offerFixes } from '../../../main/validator/fixes/fix-document.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { createCore } from './core.ts';

const core = createCore();
afterAll(() => core.dispose());
const document = makeDocument('240-received', { seed: 3, records: 1 }).replace(
  /<ApellidosNombreRazonSocial>[^<]*/,
  '<ApellidosNombreRazonSocial>Construcciones Peñas',
);
const declared = (encoding: string) =>
  document.replace('encoding="UTF-8"', `encoding="${encoding}"`);
const code = 'file_encoding_doubtful';

/** The text in windows-1252: its signs are not in the ISO encodings. */
function inWindows(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll('’', '\x92').replaceAll('€', '\x80'), 'latin1');
  expect(new TextDecoder('windows-1252').decode(bytes)).toBe(text);
  return bytes;
}
const signs = document.replace('Construcciones Peñas', 'D’Anjou Peñas €');

describe('windows-1252 that is declared as another encoding', () => {
  const declaring = (encoding: string) =>
    inWindows(signs.replace('encoding="UTF-8"', `encoding="${encoding}"`));

  it.each(['ISO-8859-1', 'ISO-8859-15'])('as %s is a warning', (encoding) => {
    const { verdict, issues } = core.validate(declaring(encoding));
    expect(verdict).toBe('warnings');
    expect(issues.find((each) => each.code === code)?.params).toEqual({
      declared: encoding,
      written: 'windows-1252',
      shown: 'D\uFFFDAnjou',
      meant: 'D’Anjou',
    });
  });

  it('is fixed by its declaration alone', () => {
    const now = { today: 20260410, engine: core.engine };
    const chosen = [{ fix: 'encoding_name', code, ledgerCode: null, at: null }];
    const given = declaring('ISO-8859-1');
    const fixed = fix(given, { chosen, offset: 0, limit: 10 }, now);
    expect(Buffer.from(fixed?.bytes ?? [])).toEqual(declaring('windows-1252'));
    expect(fixed?.validation.issues.some((each) => each.code === code)).toBe(false);
  });

  it('is not reported for a byte that windows-1252 does not have', () => {
    const given = Buffer.from(declaring('ISO-8859-1'));
    given[given.indexOf(0x80)] = 0x81;
    expect(core.validate(given).issues.some((each) => each.code === code)).toBe(false);
  });
});

describe('UTF-8 that is declared as another encoding', () => {
  it.each(['ISO-8859-1', 'ISO-8859-15', 'windows-1252'])('as %s is a warning', (encoding) => {
    const { verdict, issues } = core.validate(declared(encoding));
    expect(verdict).toBe('warnings');
    const issue = issues.find((each) => each.code === code);
    expect(issue).toMatchObject({ severity: 'warning', params: { declared: encoding } });
    expect(issue?.params).toMatchObject({ written: 'UTF-8', meant: 'Peñas' });
    expect(String(issue?.params.shown)).toMatch(/^PeÃ/);
  });

  it('is fixed together with other faults', () => {
    const broken = declared('ISO-8859-1').replace(/(<ImporteTotalFactura>-?\d+)\./, '$1,');
    const now = { today: 20260410, engine: core.engine };
    const offers = offerFixes(Buffer.from(broken), now);
    const chosen = offers.map(({ fix, code, ledgerCode }) => ({ fix, code, ledgerCode, at: null }));
    const read = (offset: number, limit: number) =>
      fix(Buffer.from(broken), { chosen, offset, limit }, now);
    const fixed = read(0, 10);
    expect(Buffer.from(fixed?.bytes ?? []).toString()).toBe(document);
    expect(fixed?.total).toBe(2);
    expect(fixed?.changes.map((change) => change.fix)).toEqual(['encoding_name', 'decimal_comma']);
    expect(read(0, 1)?.changes).toEqual(fixed?.changes.slice(0, 1));
    expect(read(1, 1)?.changes).toEqual(fixed?.changes.slice(1));
  });

  it('is fixed by its declaration alone', () => {
    const bytes = Buffer.from(declared('ISO-8859-1'));
    const now = { today: 20260410, engine: core.engine };
    const chosen = [{ fix: 'encoding_name', code, ledgerCode: null, at: null }];
    const fixed = fix(bytes, { chosen, offset: 0, limit: 10 }, now);
    if (fixed === null) throw new Error('not mended');
    expect(Buffer.from(fixed.bytes).toString()).toBe(document);
    expect(fixed.validation.issues.some((each) => each.code === code)).toBe(false);
  });

  it('is fixed together with other faults', () => {
    const now = { today: 20260410, engine: core.engine };
    const offers = offerFixes(Buffer.from(declared('ISO-8859-1')), now);
    expect(offers).toMatchObject([{ fix: 'encoding_name', code }]);
  });

  it('is not reported when the declaration is right', () => {
    const latin = Buffer.from(declared('ISO-8859-1'), 'latin1');
    expect(core.validate(latin).issues.some((each) => each.code === code)).toBe(false);
    expect(core.validate(document).issues.some((each) => each.code === code)).toBe(false);
  });

  it('is not reported by a check of the schema only', () => {
    expect(core.validate(declared('ISO-8859-1'), 'schema').verdict).toBe('valid');
  });
});
