/** The ledger already has the record: another creation of it would be refused again. */
export const alreadyRecorded = 'B4_2000003';

/** The ledger does not have the record: another modification would be refused again. */
export const notInLedger = 'B4_2000004';

/** The ledger has cancelled the record before. */
export const alreadyCancelled = 'B4_2000006';
