import type { SentBefore } from '../../../contract/sent-before.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import { requireCompany, requireTaxIdOf } from '../companies/public.ts';
import type { ActiveConnection } from '../connection/public.ts';
import type { Core } from '../core.ts';
import { requireSameConnection, toDocumentColumns } from '../submissions/public.ts';
import { type Draft, destinationOf, requireMaySubmit } from './drafting.ts';
import { readLaterChange } from './repeated-submissions.ts';

/** Checks company and connection before a document is sent again. */
export async function requireMayRepeat(
  core: Core,
  connection: ActiveConnection,
  row: Pick<SubmissionsTable, 'environment' | 'company_id' | 'tax_id'>,
): Promise<void> {
  requireSameConnection(connection, row);
  const company = await requireCompany(core, row.company_id);
  requireTaxIdOf(company, row);
  await requireMaySubmit(core, connection, company);
}

/** The later change that a modification or cancellation would undo; null for none. */
export async function findUndone(core: Core, row: SubmissionsTable): Promise<SentBefore | null> {
  if (row.operation === 'creation') return null;
  const later = await readLaterChange(core.store.queries, row);
  if (later === undefined) return null;
  const { id: submissionId, file: earlierFile, state, shown, at, records: recordCount } = later;
  const of = { fileId: row.worklist_file_id, name: row.file_name } as const;
  const earlier = { submissionId, earlierFile, state, shown, at, isAside: false } as const;
  return { ...of, ...earlier, guard: 'records', records: [], recordCount };
}

/**
 * A draft with the document and the company of an earlier submission, in its batch. Its place in
 * the queue is that of `readPlaceAgain`.
 */
export function draftAgain(core: Core, connection: ActiveConnection, row: SubmissionsTable): Draft {
  return {
    id: core.newId(),
    previous_id: row.id,
    batch_id: row.batch_id,
    ...toDocumentColumns(row),
    ...destinationOf(core, connection),
  };
}
