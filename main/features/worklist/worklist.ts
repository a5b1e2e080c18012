import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { type Issue, issueSchema, type ValidationResult } from '../../../contract/verdict.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { Core } from '../core.ts';
import { obstacleOf } from './obstacles.ts';
import { listWorklist, type WorklistRow } from './worklist-rows.ts';

/** The part of a result that the table shows; the issues lie beside it, compressed. */
type Headline = Omit<ValidationResult, 'issues'>;

/** Splits a result for the store. */
export function toColumns(validation: ValidationResult): {
  validation: string;
  issuesGzip: Uint8Array;
} {
  const { issues, ...headline } = validation;
  return { validation: JSON.stringify(headline), issuesGzip: gzipSync(JSON.stringify(issues)) };
}

export function parseHeadline(text: string): Headline {
  return JSON.parse(text) as Headline;
}

/** A result as it was kept; null when the store lists only some of its issues. */
export function parseWhole(row: {
  validation: string;
  issuesGzip: Uint8Array;
}): ValidationResult | null {
  const validation = { ...parseHeadline(row.validation), issues: parseIssues(row.issuesGzip) };
  const { error, warning, info } = validation.issueCounts;
  return validation.issues.length === error + warning + info ? validation : null;
}

export function parseIssues(gzip: Uint8Array): Issue[] {
  return z.array(issueSchema).parse(JSON.parse(gunzipSync(gzip).toString('utf8')));
}

/** The worklist as the window shows it. */
export async function readWorklist(core: Core, ids?: readonly string[]): Promise<WorklistFile[]> {
  const { environment } = core.connection.configured();
  // Without a connection no company is known: any environment's name finds none when it has no
  // rows.
  const scope: ConnectionId = environment === 'none' ? 'production' : environment;
  const rows = await listWorklist(core.store.queries, scope, ids);
  return rows.map((row) => toWorklistFile(core, row));
}

function toWorklistFile(core: Core, row: WorklistRow): WorklistFile {
  const company =
    row.company_id !== null && row.company_name !== null
      ? { id: row.company_id, fullName: row.company_name }
      : null;
  const submission =
    row.submission_id !== null && row.submission_state !== null
      ? { id: row.submission_id, state: row.submission_state, batchId: row.batch_id }
      : null;
  return {
    id: row.id,
    name: row.name,
    addedAt: row.added_at,
    sizeBytes: row.size_bytes,
    judged: row.validation === null ? null : toValidated(parseHeadline(row.validation)),
    company,
    obstacle: obstacleOf(core, row),
    submission,
    origin: toOrigin(row),
  };
}

function toOrigin({
  origin_kind,
  origin_file_name,
  origin_submission_id,
}: WorklistRow): WorklistFile['origin'] {
  if (origin_kind === null || origin_file_name === null) return null;
  return { kind: origin_kind, submissionId: origin_submission_id, file: origin_file_name };
}

function toValidated(headline: Headline): NonNullable<WorklistFile['judged']> {
  const {
    verdict,
    kind,
    kindDetail,
    form,
    fiscalYear,
    taxpayer,
    records,
    totals,
    issueCounts,
    sha256,
  } = headline;
  return {
    verdict,
    kind,
    kindDetail,
    form,
    fiscalYear,
    taxpayer,
    records,
    totals,
    issueCounts,
    sha256,
  };
}
