import { Transaction } from 'kysely';
import type { SubmissionState } from '../../../contract/submission.ts';
import { insertCompanies } from '../../../main/features/companies/companies-table.ts';
import { insertSubmission } from '../../../main/features/submissions/submissions-table.ts';
import type { ConnectionId } from '../../../main/platform/db/connection-id.ts';
import { keepDocument } from '../../../main/platform/db/documents-table.ts';
import type { Queries, SubmissionsTable } from '../../../main/platform/db/tables.ts';
import { filingPeriodAt } from '../../../main/platform/filing-period.ts';

/** Writes a company. */
export async function insertCompanyRow(
  queries: Queries,
  row: {
    readonly id: string;
    readonly name: string;
    readonly taxId?: string;
    readonly authorization?: 'none' | 'pending_validation' | 'rejected';
    readonly at?: string;
  },
): Promise<void> {
  await insertCompanies(queries, [
    {
      id: row.id,
      service_id: row.id,
      environment: 'sandbox',
      is_individual: 0,
      full_name: row.name,
      first_name: null,
      last_name_1: null,
      last_name_2: null,
      tax_id: row.taxId ?? 'A99800476',
      search_text: row.name.toLowerCase(),
      territory_id: '48',
      territory_name: 'Bizkaia',
      authorization: row.authorization ?? 'none',
      created_at: row.at ?? '2026-11-21T09:00:00.000Z',
    },
  ]);
}

/** Writes a submission with the document and company it needs. */
export async function insertSubmissionRow(
  queries: Queries,
  row: {
    readonly id: string;
    readonly state?: SubmissionState;
    readonly sha256?: string;
    readonly createdAt?: string;
    readonly file?: string;
    readonly records?: number;
    readonly previousId?: string | null;
    readonly operation?: SubmissionsTable['operation'];
    readonly environment?: ConnectionId;
  },
): Promise<void> {
  const at = row.createdAt ?? '2026-11-21T09:00:00.000Z';
  const sha256 = row.sha256 ?? 'f'.repeat(64);
  await keepDocument(queries, { sha256, sizeBytes: 3, gzip: new Uint8Array([1, 2, 3]), at });
  const known = await queries
    .selectFrom('companies')
    .select('id')
    .where('id', '=', 'company')
    .execute();
  if (known.length === 0)
    await insertCompanyRow(queries, { id: 'company', name: 'Bizkaiko Lantegiak SA', at });
  const submission = {
    id: row.id,
    worklist_file_id: null,
    previous_id: row.previousId ?? null,
    sha256,
    file_name: row.file ?? 'file.xml',
    model: '240',
    operation: row.operation ?? 'creation',
    expense_type: null,
    fiscal_year: 2026,
    period: filingPeriodAt(new Date(at)).id,
    tax_id: 'A99800476',
    taxpayer_name: 'Bizkaiko Lantegiak SA',
    company_id: 'company',
    company_name: 'Bizkaiko Lantegiak SA',
    record_count: row.records ?? 1,
    amount: '1210.00',
    base: '1000.00',
    vat: '210.00',
    deductible_vat: '210.00',
    schema_id: '240-received',
    state: row.state ?? 'accepted',
    environment: row.environment ?? 'sandbox',
    base_url: 'http://127.0.0.1:1',
    created_at: at,
  } as const;
  // A transaction has its connection for itself.
  if (queries instanceof Transaction) await insertSubmission(queries, submission);
  else
    await queries.transaction().execute((transaction) => insertSubmission(transaction, submission));
}
