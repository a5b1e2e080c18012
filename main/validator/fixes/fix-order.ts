import type { ChosenFix, FixChange } from '../../../contract/methods/fixes.ts';
import type { ValidationResult } from '../../../contract/verdict.ts';

/** A request to apply the chosen fixes, and the page of the changes to be shown. */
export interface FixOrder {
  readonly chosen: readonly ChosenFix[];
  readonly offset: number;
  readonly limit: number;
}

export interface FixedDocument {
  readonly bytes: Uint8Array;
  readonly validation: ValidationResult;
  /** Total number of changes; `changes` is one page of them. */
  readonly total: number;
  readonly changes: readonly FixChange[];
}

/** Whether a person chose this fix of a fault: everywhere, or at the fault's place. */
export function isChosen(
  chosen: readonly ChosenFix[],
  fix: string,
  { code, ledgerCode = null }: { readonly code: string; readonly ledgerCode?: string | null },
  placeOf: () => { readonly line: number | null; readonly column: number | null },
): boolean {
  const isAt = ({ line, column }: { readonly line: number; readonly column: number }) => {
    const place = placeOf();
    return line === place.line && column === place.column;
  };
  return chosen.some(
    (one) =>
      one.fix === fix &&
      one.code === code &&
      one.ledgerCode === ledgerCode &&
      (one.at === null || isAt(one.at)),
  );
}
