import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { type Issue, issueSchema, type ValidationResult } from '../../../contract/verdict.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { WorklistFilesTable } from '../../platform/db/tables.ts';
import { isFixable } from '../../validator/fixes/plan.ts';
import { takesWrongTaxIds } from '../connection/public.ts';
import type { Core } from '../core.ts';
import { obstacleOf } from './obstacles.ts';
import { listWorklist, type WorklistRow } from './worklist-rows.ts';
import { easeIssue, easeVerdict, hasOnlyTaxIdErrors } from './wrong-tax-ids.ts';

/** The part of a result that the table shows; the issues lie beside it, compressed. */
type Headline = Omit<ValidationResult, 'issues'> & {
  readonly onlyTaxIds?: true;
  /** Missing in what an older version has stored. */
  readonly mayFix?: boolean;
};

/** Splits a result for the store. */
export function toColumns(validation: ValidationResult): {
  validation: string;
  issuesGzip: Uint8Array;
} {
  const { issues, ...rest } = validation;
  const headline = { ...rest, mayFix: issues.some(({ code }) => isFixable(code)) };
  const marked = { ...headline, ...(hasOnlyTaxIdErrors(validation) ? { onlyTaxIds: true } : {}) };
  return { validation: JSON.stringify(marked), issuesGzip: gzipSync(JSON.stringify(issues)) };
}

export function parseHeadline(text: string): Headline {
  // What an older version has stored names no quarter.
  const headline = JSON.parse(text) as Headline & { readonly period?: string | null };
  return { ...headline, period: headline.period ?? null };
}

/** A kept result as it counts for the service in force: a wrong tax id may be a warning there. */
export function readHeadline({ connection }: Pick<Core, 'connection'>, text: string): Headline {
  return easeHeadline(parseHeadline(text), takesWrongTaxIds(connection));
}

function easeHeadline(headline: Headline, eases: boolean): Headline {
  return eases && headline.onlyTaxIds ? easeVerdict(headline) : headline;
}

/** The kept issues of a file, as `readHeadline`. */
export function readIssues(core: Pick<Core, 'connection'>, file: WorklistFilesTable): Issue[] {
  const issues = file.issues_gzip ? parseIssues(file.issues_gzip) : [];
  if (file.validation === null || !parseHeadline(file.validation).onlyTaxIds) return issues;
  return takesWrongTaxIds(core.connection) ? issues.map(easeIssue) : issues;
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
  // Without a connection there are no companies, and production finds none.
  const scope: ConnectionId = environment === 'none' ? 'production' : environment;
  const rows = await listWorklist(core.store.queries, scope, ids);
  const eases = takesWrongTaxIds(core.connection);
  return rows.map((row) => toWorklistFile(core, row, eases));
}

function toWorklistFile(core: Core, row: WorklistRow, eases: boolean): WorklistFile {
  const company =
    row.company_id !== null && row.company_name !== null
      ? { id: row.company_id, fullName: row.company_name }
      : null;
  const submission =
    row.submission_id !== null && row.submission_state !== null
      ? {
          id: row.submission_id,
          state: row.submission_state,
          isWithErrors: row.is_with_errors === 1,
          waits: row.waits === 1,
          batchId: row.batch_id,
          code: row.answer_code,
          isAsked:
            row.submission_state === 'unknown' &&
            row.answer_code === 'answer_queued' &&
            row.next_attempt_at !== null,
        }
      : null;
  return {
    id: row.id,
    name: row.name,
    addedAt: row.added_at,
    sizeBytes: row.size_bytes,
    judged:
      row.validation === null
        ? null
        : toValidated(easeHeadline(parseHeadline(row.validation), eases)),
    mayFix: row.validation !== null && parseHeadline(row.validation).mayFix === true,
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
    period,
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
    period,
    taxpayer,
    records,
    totals,
    issueCounts,
    sha256,
  };
}
