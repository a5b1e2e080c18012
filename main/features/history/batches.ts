import type { Batch, BatchCompany, BatchCounts } from '../../../contract/batch.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { Core, Handlers } from '../core.ts';
import {
  type BatchRow,
  type BatchSums,
  findBatch,
  listBatches,
  sumBatches,
} from '../submissions/batches-table.ts';

/** Readings of batches: what was sent at one stroke, and what became of it. */
export function batchHandlers(core: Core): Handlers<'submissions.batches' | 'submissions.batch'> {
  const { queries } = core.store;
  return {
    'submissions.batches': async ({ cursor, limit }) => {
      const before = Number(cursor);
      const rows = await listBatches(queries, {
        before: cursor && Number.isSafeInteger(before) ? before : null,
        limit,
      });
      const sums = Map.groupBy(
        await sumBatches(
          queries,
          rows.map(({ id }) => id),
        ),
        (row) => row.batch_id,
      );
      const last = rows.at(-1);
      return {
        batches: rows.map((row) => toBatch(row, sums.get(row.id) ?? [])),
        nextCursor: rows.length === limit && last ? String(last.sequence) : null,
      };
    },
    'submissions.batch': async ({ id }) => {
      const row = await requireBatch(core, id);
      const sums = await sumBatches(queries, [id]);
      return { batch: toBatch(row, sums), companies: toCompanies(sums) };
    },
  };
}

export async function requireBatch(core: Core, id: string): Promise<BatchRow> {
  const row = await findBatch(core.store.queries, id);
  if (!row) throw new ZubiError('batch_unknown', { id });
  return row;
}

/** A batch with what it comes to. */
export function toBatch(row: BatchRow, sums: readonly BatchSums[]): Batch {
  const total = addUp(sums);
  const ends = sums.flatMap(({ finished_at }) => finished_at ?? []).toSorted();
  return {
    id: row.id,
    environment: row.environment,
    createdAt: row.created_at,
    endedAt: total.waiting > 0 ? null : (ends.at(-1) ?? null),
    companies: new Set(sums.map(({ company_id }) => company_id)).size,
    ...total,
  };
}

function toCompanies(sums: readonly BatchSums[]): BatchCompany[] {
  const byCompany = Map.groupBy(sums, (row) => row.company_id);
  return [...byCompany.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    return [
      { id: first.company_id, fullName: first.company_name, taxId: first.tax_id, ...addUp(own) },
    ];
  });
}

function addUp(sums: readonly BatchSums[]): Omit<BatchCompany, 'id' | 'fullName' | 'taxId'> {
  const sum = (of: (row: BatchSums) => number) => sums.reduce((total, row) => total + of(row), 0);
  return {
    ...countFiles(sums),
    records: sum((row) => row.records),
    acceptedRecords: sum((row) => row.accepted_records),
    incorrectRecords: sum((row) => row.incorrect_records),
    amount: toAmount(sum((row) => row.cents)),
  };
}

function countFiles(sums: readonly BatchSums[]): BatchCounts {
  const of = (...states: BatchSums['state'][]) =>
    sums
      .filter(({ state }) => states.includes(state))
      .reduce((total, { files }) => total + files, 0);
  return {
    files: sums.reduce((total, { files }) => total + files, 0),
    waiting: of('queued', 'sending'),
    held: sums.filter(({ held }) => held === 1).reduce((total, { files }) => total + files, 0),
    accepted: of('accepted'),
    partiallyAccepted: of('partially_accepted'),
    rejected: of('rejected'),
    failed: of('failed'),
    unknown: of('unknown'),
    cancelled: of('cancelled'),
  };
}

/**
 * Cents as a decimal string; whole numbers of cents stay exact far beyond what an office sums up.
 */
export function toAmount(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
