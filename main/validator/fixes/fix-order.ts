import type { ChosenFix, FixChange, FixOffer } from '../../../contract/methods/fixes.ts';
import type { ValidationResult } from '../../../contract/verdict.ts';

/** A request for fixes: list them, or apply the chosen ones and show a page of the changes. */
export type FixOrder =
  | { readonly kind: 'offers' }
  | {
      readonly kind: 'fix';
      readonly chosen: readonly ChosenFix[];
      readonly offset: number;
      readonly limit: number;
    };

export interface FixedDocument {
  readonly bytes: Uint8Array;
  readonly validation: ValidationResult;
  /** Total number of changes; `changes` is one page of them. */
  readonly total: number;
  readonly changes: readonly FixChange[];
}

/** The result of fixing. */
export type FixResult =
  | { readonly kind: 'offers'; readonly offers: readonly FixOffer[] }
  /** Null when nothing can be fixed. */
  | { readonly kind: 'fixed'; readonly document: FixedDocument | null };
