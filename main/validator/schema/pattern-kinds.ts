import type { IssueCode } from '../issue-codes.ts';

/**
 * Sample values of each kind: a pattern is of a kind when it matches all of the first list and none
 * of the second.
 */
const kinds: readonly (readonly [IssueCode, readonly string[], readonly string[]])[] = [
  ['schema_date', ['12-03-2024'], ['2024-03-12', '12/03/2024', '12-03-24', '12-03-2024 10:00:00']],
  ['schema_year', ['2024'], ['24', '12024', '2024.0', '']],
  ['schema_percentage', ['21.00', '4'], ['-4.00', '1234', '4,00', '']],
  ['schema_amount', ['1210.00', '-5.00', '7'], ['5,00', 'abc', '5.000', '']],
  ['schema_digits', ['1', '123456'], ['a', '1.0', '-1', '1 1']],
  ['schema_tax_id', ['12345678Z', 'B12345678'], ['123', '12345678', 'ABC', '12-03-2024']],
];

/**
 * The kind of value that a schema's pattern requires, however it is written: the ledger's files and
 * ours write the same patterns differently, and the next version may differ again. Null for an
 * unnamed kind.
 */
export function kindOfPattern(pattern: string): IssueCode | null {
  if (pattern.length > 200) return null;
  try {
    // Without the flag `u`: a bar inside brackets and an escaped hyphen keep their meaning from XML
    // Schema.
    const expression = new RegExp(`^(?:${pattern})$`);
    const fits = (value: string) => expression.test(value);
    return (
      kinds.find(([, takes, refuses]) => takes.every(fits) && !refuses.some(fits))?.[0] ?? null
    );
  } catch {
    // XML Schema has constructs that JavaScript's patterns lack.
    return null;
  }
}
