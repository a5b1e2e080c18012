import { type Kysely, sql } from 'kysely';
import type { AuthorizationState } from '../../../contract/company.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { FileOriginsTable, Tables, WorklistFilesTable } from '../../platform/db/tables.ts';
import { isWithErrors } from '../submissions/public.ts';
import { isSuperseded } from './file-origins.ts';

/** A row of the worklist without its issues, and with what became of it. */
export type WorklistRow = Omit<WorklistFilesTable, 'issues_gzip' | 'removed_at'> & {
  submission_id: string | null;
  submission_state: string | null;
  is_with_errors: 0 | 1 | null;
  waits: 0 | 1;
  batch_id: string | null;
  answer_code: string | null;
  next_attempt_at: string | null;
  company_id: string | null;
  company_name: string | null;
  company_territory: string | null;
  company_authorization: AuthorizationState | null;
  company_key_stored: number | null;
  company_archived_at: string | null;
  authorization_open_as: string | null;
  authorization_expires_on: string | null;
  origin_kind: FileOriginsTable['kind'] | null;
  origin_submission_id: string | null;
  origin_file_name: string | null;
};

const waits = sql<0 | 1>`exists (
  select 1 from waiting_submissions where waiting_submissions.sequence = submission.sequence)`;

const columns = [
  'file.id',
  'file.name',
  'file.added_at',
  'file.size_bytes',
  'file.source_path',
  'file.sha256',
  'file.validation',
  'submission.id as submission_id',
  'submission.state as submission_state',
  isWithErrors.as('is_with_errors'),
  waits.as('waits'),
  'submission.batch_id',
  'submission.answer_code',
  'submission.next_attempt_at',
  'company.id as company_id',
  'company.full_name as company_name',
  'company.territory_name as company_territory',
  'company.authorization as company_authorization',
  'company.key_stored as company_key_stored',
  'company.archived_at as company_archived_at',
  'authorization.open_as as authorization_open_as',
  'authorization.expires_on as authorization_expires_on',
  'origin.kind as origin_kind',
  'origin.submission_id as origin_submission_id',
  'origin.file_name as origin_file_name',
] as const;

/**
 * The worklist in the order it was dropped (all of it, or the files named), each with its newest
 * submission and with the company of `environment` that its taxpayer is.
 */
export async function listWorklist(
  queries: Kysely<Tables>,
  environment: ConnectionId,
  ids?: readonly string[],
): Promise<WorklistRow[]> {
  let query = queries
    .selectFrom('worklist_files as file')
    .leftJoin('submissions as submission', (join) =>
      join.on((on) =>
        on(
          'submission.id',
          '=',
          on
            .selectFrom('submissions as newest')
            .select('newest.id')
            .whereRef('newest.worklist_file_id', '=', 'file.id')
            .orderBy('newest.sequence', 'desc')
            .limit(1),
        ),
      ),
    )
    .leftJoin('companies as company', (join) =>
      join
        .on('company.environment', '=', environment)
        .on((on) =>
          on(
            'company.tax_id',
            '=',
            on.fn<string>('json_extract', ['file.validation', on.val('$.taxpayer.taxId')]),
          ),
        ),
    )
    .leftJoin('authorizations as authorization', 'authorization.company_id', 'company.id')
    .leftJoin('file_origins as origin', 'origin.file_id', 'file.id')
    .select(columns)
    .where('file.removed_at', 'is', null)
    .where((where) => where.not(isSuperseded('file')))
    .orderBy('file.added_at')
    .orderBy('file.id');
  // One statement for any number of them.
  if (ids)
    query = query.where(
      sql<boolean>`file.id in (select value from json_each(${JSON.stringify(ids)}))`,
    );
  return query.execute();
}
