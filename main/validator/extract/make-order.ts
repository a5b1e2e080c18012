import type { RecordValue } from '../../../contract/record-form.ts';

/**
 * An order for documents made from another one: some of its records, their cancellation, or parts
 * of limited size, one record with other values, or several documents in one. Record numbers count
 * from 1.
 */
export type MakeOrder =
  | {
      readonly kind: 'keep';
      readonly records: readonly number[];
      readonly operation: 'as_it_is' | 'modification' | 'creation';
    }
  | { readonly kind: 'cancel'; readonly records: readonly number[] }
  | { readonly kind: 'split'; readonly most: number }
  | {
      readonly kind: 'modify';
      readonly record: number;
      readonly values: readonly RecordValue[];
    }
  | {
      /** The document and others after it, in as few as the ledger takes. */
      readonly kind: 'join';
      readonly others: readonly Uint8Array[];
      readonly maxBytes: number;
    };

export interface MadeDocument {
  readonly bytes: Uint8Array;
  readonly records: number;
  /** How many of the ordered documents it joins; those of the next one follow. */
  readonly joined?: number;
}
