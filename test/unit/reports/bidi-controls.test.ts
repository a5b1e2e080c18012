import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toJsonText } from '../../../main/features/reports/bidi-controls.ts';
import { writeReport } from '../../../main/features/reports/formats.ts';
import { loadTexts } from '../../../main/platform/texts.ts';
import { batch, file, issue } from './batch.ts';

/** Characters that a text for a program may have only as an escape; line ends part its lines. */
const steers = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

const anySign = fc
  .oneof(
    fc.integer({ min: 0, max: 0xa0 }),
    fc.integer({ min: 0x2000, max: 0x2070 }),
    fc.integer({ min: 0, max: 0xffff }),
  )
  .map((code) => String.fromCharCode(code));
const anyText = fc.string({ unit: anySign, maxLength: 40 });

it('JSON contains no control character, and is the same when it is parsed', () => {
  fc.assert(
    fc.property(fc.dictionary(anyText, fc.array(anyText)), (value) => {
      const text = toJsonText(value);
      expect(text).not.toMatch(steers);
      expect(text.endsWith('\n')).toBe(true);
      expect(JSON.parse(text)).toEqual({ ...value });
    }),
  );
  expect(toJsonText('a\u009b1A\u202eñ')).toBe('"a\\u009b1A\\u202eñ"\n');
});

const hostile = '\u009b2Jfdp.\u202elmx\u007f';
const report = batch([
  file({
    file: hostile,
    verdict: 'invalid',
    issues: [issue({ message: hostile, value: hostile })],
  }),
]);

it.each(['json', 'sarif', 'junit'] as const)(
  '%s contains no control character either',
  (format) => {
    expect(writeReport(format, report, loadTexts('es'))).not.toMatch(steers);
  },
);
