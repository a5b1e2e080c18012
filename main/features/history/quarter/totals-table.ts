import type { AccountingTotalsTable } from '../../../platform/db/company-tables.ts';
import type { ConnectionId } from '../../../platform/db/connection-id.ts';
import type { Queries } from '../../../platform/db/tables.ts';
import { portionsOf } from '../../../platform/portions.ts';

/** Totals of the accounting program for companies in these quarters. */
export async function listAccountingTotals(
  queries: Queries,
  periods: readonly string[],
): Promise<AccountingTotalsTable[]> {
  return queries
    .selectFrom('accounting_totals')
    .selectAll()
    .where('period', 'in', [...periods])
    .execute();
}

/** Replaces the totals of these companies; call it in a transaction. */
export async function saveAccountingTotals(
  queries: Queries,
  rows: readonly AccountingTotalsTable[],
): Promise<void> {
  for (const part of portionsOf(rows, 500))
    await queries
      .insertInto('accounting_totals')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'period']).doUpdateSet((set) => ({
          records: set.ref('excluded.records'),
          amount_cents: set.ref('excluded.amount_cents'),
          imported_at: set.ref('excluded.imported_at'),
        })),
      )
      .execute();
}

/** Removes the totals of a quarter, of all companies of a connection. */
export async function removeAccountingTotals(
  queries: Queries,
  environment: ConnectionId,
  period: string,
): Promise<void> {
  const own = queries.selectFrom('companies').select('id').where('environment', '=', environment);
  await queries
    .deleteFrom('accounting_totals')
    .where('period', '=', period)
    .where('company_id', 'in', own)
    .execute();
}
