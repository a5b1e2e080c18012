import type { Batch, BatchCompany, BatchCounts } from '../../../contract/batch.ts';
import { toAmount } from '../../../contract/money.ts';
import { kindOf } from '../../platform/db/connection-id.ts';
import type { BatchRow, BatchSums } from './batches-table.ts';

/** A batch with its sums. */
export function toBatch(row: BatchRow, sums: readonly BatchSums[]): Batch {
  const total = addUp(sums);
  const ends = sums.flatMap(({ finished_at }) => finished_at ?? []).toSorted();
  return {
    id: row.id,
    environment: kindOf(row.environment),
    connection: row.environment,
    createdAt: row.created_at,
    endedAt: total.waiting > 0 ? null : (ends.at(-1) ?? null),
    retryable: sums.reduce((count, { retryable }) => count + retryable, 0),
    companies: new Set(sums.map(({ company_id }) => company_id)).size,
    ...total,
  };
}

/** The sums of a batch, or of one company in it. */
export function addUp(sums: readonly BatchSums[]): Omit<BatchCompany, 'id' | 'fullName' | 'taxId'> {
  const sum = (of: (row: BatchSums) => number) => sums.reduce((total, row) => total + of(row), 0);
  return {
    ...countFiles(sums),
    records: sum((row) => row.records),
    acceptedRecords: sum((row) => row.accepted_records),
    incorrectRecords: sum((row) => row.incorrect_records),
    amount: toAmount(sum((row) => row.cents)),
  };
}

/** Number of files of a batch in each state. */
export function countFiles(sums: readonly BatchSums[]): BatchCounts {
  const of = (...states: BatchSums['state'][]) =>
    countOf(sums.filter(({ state }) => states.includes(state)));
  return {
    files: countOf(sums),
    waiting: of('queued', 'sending'),
    held: countOf(sums.filter(({ held }) => held === 1)),
    accepted: of('accepted'),
    partiallyAccepted: of('partially_accepted'),
    withErrors: countOf(sums.filter((row) => row.with_errors === 1)),
    rejected: of('rejected'),
    failed: of('failed'),
    unknown: of('unknown'),
    queuedThere: countOf(sums.filter((row) => row.queued_there === 1)),
    cancelled: of('cancelled'),
  };
}

const countOf = (sums: readonly BatchSums[]): number =>
  sums.reduce((total, { files }) => total + files, 0);
