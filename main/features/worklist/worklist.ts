import { sql } from 'kysely';
import { isQueuedThere } from '../../../contract/shown-state.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { listed } from '../../platform/db/listed.ts';
import type { Queries } from '../../platform/db/tables.ts';
import { companyObstacles, gateColumns } from '../authorizations/public.ts';
import { takesWrongTaxIds } from '../connection/public.ts';
import type { Core } from '../core.ts';
import { isWithErrors } from '../submissions/public.ts';
import { isFromElsewhere, isListed } from './file-origins.ts';
import { parseHeadline } from './stored-verdict.ts';

/** The worklist as the window shows it, in the order it was dropped; or these files of it. */
export async function readWorklist(core: Core, ids?: readonly string[]): Promise<WorklistFile[]> {
  const { environment } = core.connection.configured();
  // Without a connection there are no companies: production finds none.
  const scope = environment === 'none' ? 'production' : environment;
  const rows = await listRows(core.store.queries, scope, ids);
  const eases = takesWrongTaxIds(core.connection);
  const obstacleOf = companyObstacles(core);
  return rows.map((row) => {
    const company = companyOf(row);
    const headline = row.validation === null ? null : parseHeadline(row.validation, eases);
    return {
      id: row.id,
      name: row.name,
      addedAt: row.added_at,
      sizeBytes: row.size_bytes,
      judged: headline && toJudged(headline),
      mayFix: headline?.mayFix === true,
      company: company && { id: company.id, fullName: company.full_name },
      obstacle: company && obstacleOf(company),
      submission: toSubmission(row),
      origin: toOrigin(row),
    };
  });
}

function toJudged(headline: ReturnType<typeof parseHeadline>): WorklistFile['judged'] {
  return {
    verdict: headline.verdict,
    kind: headline.kind,
    kindDetail: headline.kindDetail,
    form: headline.form,
    fiscalYear: headline.fiscalYear,
    period: headline.period,
    taxpayer: headline.taxpayer,
    records: headline.records,
    totals: headline.totals,
    issueCounts: headline.issueCounts,
    sha256: headline.sha256,
  };
}

function companyOf(row: WorklistRow) {
  const { company_id: id, full_name, territory_name, authorization, key_stored } = row;
  if (id === null || full_name === null || territory_name === null) return null;
  if (authorization === null || key_stored === null) return null;
  return { ...row, id, full_name, territory_name, authorization, key_stored };
}

function toSubmission(row: WorklistRow): WorklistFile['submission'] {
  const { submission_id: id, submission_state: state, answer_code: code } = row;
  if (id === null || state === null) return null;
  return {
    id,
    state,
    isWithErrors: row.is_with_errors === 1,
    waits: row.waits === 1,
    batchId: row.batch_id,
    code,
    isAsked: isQueuedThere(state, code) && row.next_attempt_at !== null,
  };
}

function toOrigin(row: WorklistRow): WorklistFile['origin'] {
  const { origin_kind: kind, origin_file_name: file, origin_submission_id: submissionId } = row;
  if (kind === null || file === null)
    return row.replaced === null
      ? null
      : { kind: 'mended', submissionId: null, file: row.replaced };
  const others: string[] = JSON.parse(row.origin_others);
  return { kind, submissionId, file, ...(others.length > 0 ? { others } : {}) };
}

type WorklistRow = Awaited<ReturnType<typeof listRows>>[number];

/**
 * Files with their newest submission on a connection and their company there; without files made
 * from another connection's submissions.
 */
async function listRows(queries: Queries, environment: ConnectionId, ids?: readonly string[]) {
  let query = queries
    .selectFrom('worklist_files as file')
    .leftJoin('submissions as submission', (join) =>
      join.on(sql<boolean>`submission.id = (
        select newest.id from submissions as newest
        where newest.worklist_file_id = file.id and newest.environment = ${environment}
        order by newest.sequence desc limit 1)`),
    )
    .leftJoin('companies as company', (join) =>
      join
        .on('company.environment', '=', environment)
        .on(sql<boolean>`company.tax_id = upper(file.validation ->> '$.taxpayer.taxId')`),
    )
    .leftJoin('authorizations as standing', 'standing.company_id', 'company.id')
    .leftJoin('file_origins as origin', 'origin.file_id', 'file.id')
    .select(['file.id', 'file.name', 'file.added_at', 'file.size_bytes', 'file.validation'])
    .select(['submission.id as submission_id', 'submission.state as submission_state'])
    .select(['submission.batch_id', 'submission.answer_code', 'submission.next_attempt_at'])
    .select([isWithErrors.as('is_with_errors'), waits.as('waits')])
    .select(['company.id as company_id', 'company.full_name'])
    .select(gateColumns)
    .select(['origin.kind as origin_kind', 'origin.file_name as origin_file_name'])
    .select(['origin.submission_id as origin_submission_id', others.as('origin_others')])
    .select(replaced.as('replaced'))
    .where(isListed('file'))
    .where((where) => where.not(isFromElsewhere('file', environment)))
    .orderBy('file.added_at')
    .orderBy('file.id');
  // One statement for any number of them.
  if (ids) query = query.where('file.id', 'in', listed(ids));
  return query.execute();
}

const waits = sql<0 | 1>`exists (
  select 1 from waiting_submissions where waiting_submissions.sequence = submission.sequence)`;

/** Further submissions that a file is made from, as JSON. */
const others = sql<string>`(
  select json_group_array(submission_id) from joined_sources as joined
  where joined.file_id = file.id)`;

/** Name of the first faulty file that a good dropped one replaces. */
const replaced = sql<string | null>`(
  select source.name from replaced_files join worklist_files as source on source.id = source_id
  where file_id = file.id order by replaced_files.rowid limit 1)`;
