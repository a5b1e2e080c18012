import type { ChosenFix, FixChange, FixOffer } from '../../../contract/methods/fixes.ts';
import type { ValidationResult } from '../../../contract/verdict.ts';

/**
 * What is asked of a document: what could be fixed, or to fix what was chosen, with a page of
 * what that changes.
 */
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
  /** How many changes there are; `changes` is a page of them. */
  readonly total: number;
  readonly changes: readonly FixChange[];
}

/** What fixing came to. */
export type FixResult =
  | { readonly kind: 'offers'; readonly offers: readonly FixOffer[] }
  /** Null when nothing of it can be fixed. */
  | { readonly kind: 'fixed'; readonly document: FixedDocument | null };
