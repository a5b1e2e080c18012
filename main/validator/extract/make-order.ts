import type { RecordValue } from '../../../contract/record-form.ts';

/**
 * An order for documents made from another one: some of its records, their cancellation, or parts
 * of limited size, or one record with other values. Record numbers count from 1.
 */
export type MakeOrder =
  | {
      readonly kind: 'keep';
      readonly records: readonly number[];
      readonly operation: 'as_it_is' | 'modification';
    }
  | { readonly kind: 'cancel'; readonly records: readonly number[] }
  | { readonly kind: 'split'; readonly most: number }
  | {
      readonly kind: 'modify';
      readonly record: number;
      readonly values: readonly RecordValue[];
    };

export interface MadeDocument {
  readonly bytes: Uint8Array;
  readonly records: number;
}
