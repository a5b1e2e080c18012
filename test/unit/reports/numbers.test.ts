import { expect, it } from 'vitest';
import { languages } from '../../../contract/choices.ts';
import { formatAmount, formatCount } from '../../../contract/formats.ts';
import { textsOf, writeReport } from '../../../main/features/reports/formats.ts';
import { loadTexts } from '../../../main/platform/texts.ts';
import { batch, file, issue } from './batch.ts';

const counts = [0, 7, 999, 1000, 1234, 12_345, 1_234_567];

it.each(languages)('a count is written as in the window, in %s', (language) => {
  const texts = loadTexts(language);
  for (const count of counts) {
    const written = formatCount(language, count);
    expect(texts.number(count)).toBe(written);
    expect(texts.say('submit.summary', { count, total: count })).toContain(written);
  }
  expect(texts.amount('1234.5')).toBe(formatAmount(language, '1234.5'));
});

it('a count in a text is grouped, and a number in a name is not', () => {
  const texts = loadTexts('es');
  expect(
    texts.issue('schema_too_many_records', 'message', { count: 10_001, limit: 9_999 }),
  ).toMatch(/10\.001.*9\.999/);
  expect(texts.say('validate.place', { line: 70_001, column: 1234 })).toBe(
    'línea 70001, columna 1234',
  );
  expect(texts.failure({ code: 'schema_package_differs', details: { count: 1234 } })).toContain(
    '1.234',
  );
});

it('an amount keeps every digit', () => {
  expect(loadTexts('es').amount('90071992547409931.27')).toBe('90.071.992.547.409.931,27');
});

it.each(['json', 'csv', 'junit', 'sarif'] as const)(
  '%s has numbers in the format of programs',
  (format) => {
    const texts = loadTexts('es');
    const message =
      textsOf(format, texts).issue('schema_too_many_records', 'message', {
        count: 10_001,
        limit: 9_999,
      }) ?? '';
    expect(message).toMatch(/10001.*9999/);
    const written = writeReport(
      format,
      batch(
        [
          file({
            records: 12_345,
            verdict: 'invalid',
            issues: [issue({ message, record: 12_344 })],
          }),
        ],
        1234,
      ),
      texts,
    );
    expect(written).toMatch(/12344|70001/);
    expect(written).not.toMatch(/12\.34[45]|1\.234|70\.001/);
  },
);

it('an HTML page groups its counts', () => {
  const page = writeReport('html', batch([file({ records: 1234 })]), loadTexts('es'));
  expect(page).toContain('1.234');
  expect(page).not.toContain('1234');
});
