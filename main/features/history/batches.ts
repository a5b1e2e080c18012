import type { BatchCompany } from '../../../contract/batch.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { Core, Handlers } from '../core.ts';
import {
  addUp,
  type BatchRow,
  type BatchSums,
  findBatch,
  listBatches,
  sumBatches,
  toBatch,
} from '../submissions/public.ts';
import { nextCursor, parseCursor } from './cursor.ts';

/** Reads batches: the files sent together, and their outcomes. */
export function batchHandlers(core: Core) {
  const { queries } = core.store;
  return {
    'submissions.batches': async ({ cursor, limit }) => {
      const rows = await listBatches(queries, { before: parseCursor(cursor), limit });
      const ids = rows.map(({ id }) => id);
      const sums = Map.groupBy(await sumBatches(queries, ids), (row) => row.batch_id);
      return {
        batches: rows.map((row) => toBatch(row, sums.get(row.id) ?? [])),
        nextCursor: nextCursor(rows, limit),
      };
    },
    'submissions.batch': async ({ id }) => {
      const row = await requireBatch(core, id);
      const sums = await sumBatches(queries, [id]);
      return { batch: toBatch(row, sums), companies: toCompanies(sums) };
    },
  } satisfies Partial<Handlers>;
}

export async function requireBatch(core: Core, id: string): Promise<BatchRow> {
  const row = await findBatch(core.store.queries, id);
  if (!row) throw new ZubiError('batch_unknown', { id });
  return row;
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
