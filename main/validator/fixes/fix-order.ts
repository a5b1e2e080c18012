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
