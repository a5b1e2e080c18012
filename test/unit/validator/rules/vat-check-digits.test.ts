import { describe, expect, it } from 'vitest';
import { hasRightCheck } from '../../../../main/validator/rules/data/vat-check-digits.ts';
import { vatIdPatterns } from '../../../../main/validator/rules/data/vat-ids.ts';

/**
 * A number of each member state with the check that its rule gives, and the place of the check in
 * it.
 */
const numbers = [
  ['ATU13585627', 10],
  ['BE0428759497', 11],
  ['BG175074752', 10],
  ['CY10259033P', 10],
  ['CZ25123891', 9],
  ['DE136695976', 10],
  ['DK13585628', 9],
  ['EE100931558', 10],
  ['EL094259216', 10],
  ['FI20774740', 9],
  ['FR40303265045', 3],
  ['HR33392005961', 12],
  ['HU12892312', 9],
  ['IE6433435F', 9],
  ['IE6433435OA', 9],
  ['IT00743110157', 12],
  ['LT119511515', 10],
  ['LU15027442', 9],
  ['LV40003521600', 12],
  ['MT11679112', 9],
  ['NL004495445B01', 10],
  ['NL002455799B11', 13],
  ['PL8567346215', 11],
  ['PT501964843', 10],
  ['RO18547290', 9],
  ['SE123456789701', 11],
  ['SI50223054', 9],
  ['SK2022749619', 11],
] as const;

describe.each(numbers)('%s', (number, check) => {
  it('has the format of its country and the right check digits', () => {
    expect(vatIdPatterns.get(number.slice(0, 2))?.test(number)).toBe(true);
    expect(hasRightCheck(number)).toBe(true);
  });

  it('is refused with other check digits', () => {
    const written = number.charAt(check);
    const others = /\d/.test(written) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVW';
    for (const other of others)
      if (other !== written)
        expect(hasRightCheck(number.slice(0, check) + other + number.slice(check + 1)), other).toBe(
          false,
        );
  });
});

it('a number without a general rule is accepted', () => {
  for (const number of [
    'XI123456789',
    'FRAB123456789',
    'CZ1234567890',
    'BG1234567890',
    'LV12345678901',
    'IE8Z49289F',
  ])
    expect(hasRightCheck(number), number).toBe(true);
});
