/**
 * An order for documents made from another one: some of its records, their cancellation, or parts
 * of limited size. Record numbers count from 1.
 */
export type MakeOrder =
  | {
      readonly kind: 'keep';
      readonly records: readonly number[];
      readonly operation: 'as_it_is' | 'modification';
    }
  | { readonly kind: 'cancel'; readonly records: readonly number[] }
  | { readonly kind: 'split'; readonly most: number };

export interface MadeDocument {
  readonly bytes: Uint8Array;
  readonly records: number;
}
