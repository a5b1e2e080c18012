import type { Validator } from './wasm-validator.ts';

/** The result of comparing two checks over many documents. */
export type Comparison = {
  valid: number;
  invalid: number;
  /**
   * Description of each document on which they differ, with the first check's faults; at most 5.
   */
  differences: string[];
};

/** Asks both checks about each document. */
export function compare(
  ours: Validator,
  other: Pick<Validator, 'isValid'>,
  documents: Iterable<{ what: string; xml: string }>,
): Comparison {
  const found: Comparison = { valid: 0, invalid: 0, differences: [] };
  for (const { what, xml } of documents) {
    const isValid = ours.isValid(xml);
    found[isValid ? 'valid' : 'invalid'] += 1;
    if (other.isValid(xml) !== isValid && found.differences.length < 5) {
      found.differences.push(
        `${what}: ours says ${isValid ? 'valid' : ours.faults(xml).join(' ')}\n${xml.slice(0, 600)}`,
      );
    }
  }
  return found;
}

/** The sum of several comparisons. */
export function total(comparisons: readonly Comparison[]): Comparison {
  return {
    valid: comparisons.reduce((sum, { valid }) => sum + valid, 0),
    invalid: comparisons.reduce((sum, { invalid }) => sum + invalid, 0),
    differences: comparisons.flatMap(({ differences }) => differences),
  };
}

/** One line with the figures of a comparison. */
export function summary(name: string, { valid, invalid, differences }: Comparison): string {
  const all = valid + invalid;
  const share = (count: number) => `${Math.round((100 * count) / all)} %`;
  return `${name}: ${all} documents, ${valid} valid (${share(valid)}), ${invalid} invalid (${share(invalid)}), ${differences.length} differences`;
}
