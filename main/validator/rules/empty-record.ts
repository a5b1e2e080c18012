import type { LedgerRecord } from './record.ts';

/** A record with all fields missing. */
export const emptyRecord: LedgerRecord = {
  element: 0,
  number: 0,
  isWhole: true,
  party: null,
  series: null,
  invoiceNumber: null,
  lastNumber: null,
  issued: null,
  operation: null,
  received: null,
  accounted: null,
  type: null,
  correction: null,
  related: null,
  description: null,
  keys: [],
  keysInForce: [],
  total: null,
  baseAtCost: null,
  successor: null,
  lines: [],
  headerElement: 0,
  dataElement: 0,
};
