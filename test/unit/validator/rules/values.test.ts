import { expect, it } from 'vitest';
import { openDocument } from '../../../../main/validator/extract/open-form.ts';
import { readHundredths } from '../../../../main/validator/xml/values.ts';

function hundredths(text: string): number | null {
  const document = openDocument(Buffer.from(`<a>${text}</a>`));
  if (document === null) throw new Error(`Not read: ${text}`);
  return readHundredths(document.elementIndex, 0);
}

it.each([
  ['12.5', 1250],
  ['-12.50', -1250],
  ['+5.', 500],
  ['.05', null],
  ['1.234', null],
  ['999999999999.99', 99_999_999_999_999],
  ['1000000000000', null],
  ['-0', 0],
  ['1,5', null],
  ['1.2.3', null],
  ['&#49;2.5', 1250],
])('an amount written as %s is %s hundredths', (text, expected) => {
  expect(hundredths(text)).toBe(expected);
});
