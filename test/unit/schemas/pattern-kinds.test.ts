import { expect, it } from 'vitest';
import { kindOfPattern } from '../../../main/validator/schema/pattern-kinds.ts';

it.each([
  ['\\d{2,2}-\\d{2,2}-\\d{4,4}', 'schema_date'],
  ['[0-3][0-9]-[01][0-9]-20[0-9]{2}', 'schema_date'],
  ['\\d{4,4}', 'schema_year'],
  ['(\\+|-)?\\d{1,12}(\\.\\d{0,2})?', 'schema_amount'],
  ['\\d{1,3}(\\.\\d{0,2})?', 'schema_percentage'],
  ['[0-9]*', 'schema_digits'],
  ['(([a-z|A-Z]{1}\\d{7}[a-z|A-Z]{1})|(\\d{8}[a-z|A-Z]{1})|([a-z|A-Z]{1}\\d{8}))', 'schema_tax_id'],
  ['\\d{2,2}-\\d{2,2}-\\d{4,4} \\d{2,2}:\\d{2,2}:\\d{2,2}', null],
  ['[A-Z]{2}', null],
  ['\\i\\c*', null],
  ['(', null],
  [`(${'a'.repeat(300)})`, null],
])('%s is %s', (pattern, code) => {
  expect(kindOfPattern(pattern)).toBe(code);
});
