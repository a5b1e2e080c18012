import type { IssueCode } from '../issue-codes.ts';

/**
 * Values that tell the kinds apart: a pattern is of a kind when it takes all of the first and none
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
 * What kind of value a schema's pattern asks for, however it is written: the ledger's own files
 * write the same things in other words than ours, and the next version may write them otherwise
 * again. Null for a pattern of no kind that a person has a name for.
 */
export function kindOfPattern(pattern: string): IssueCode | null {
  if (pattern.length > 200) return null;
  try {
    // Without the flag `u`, so that a bar inside brackets and an escaped hyphen mean what they mean
    // in a schema.
    const expression = new RegExp(`^(?:${pattern})$`);
    const fits = (value: string) => expression.test(value);
    return (
      kinds.find(([, takes, refuses]) => takes.every(fits) && !refuses.some(fits))?.[0] ?? null
    );
  } catch {
    // XML Schema's patterns know things that these do not.
    return null;
  }
}
