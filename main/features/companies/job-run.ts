import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../../contract/backoff.ts';
import type { CompanyJob } from '../../../contract/company.ts';
import { type CallError, type ErrorCode, ZubiError } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { CompanyJobItemsTable, CompanyJobsTable } from '../../platform/db/company-tables.ts';
import type { Core } from '../core.ts';
import { findCompany, updateCompany } from './companies-table.ts';
import { countItems, findJob, findNextItem, moveJob, settleItem } from './company-jobs-table.ts';
import {
  companyArchived,
  fieldsOfRow,
  parseFailure,
  requireCompany,
  serializeFailure,
} from './company-row.ts';
import { type CreationEnd, sendCreation } from './creation-call.ts';

/**
 * Failures that concern one row only: the job goes on. Any other failure would hit the next row
 * too, so the job stops and the row waits.
 */
const ownFailures: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'company_exists',
  'service_refused',
  'service_conflict',
  'company_name_parts',
  'tax_id_invalid',
  'territory_unknown',
  'invalid_input',
  'company_state',
  'company_key_taken',
  'answer_not_understood',
  'company_archived',
]);
/** One lost answer or key may be chance. After two in a row, the next would be lost too. */
const maxLostInRow = 2;
const maxWaits = 5;
const maxWaitMs = 60_000;
const waits = { firstMs: 1000, maxMs: maxWaitMs };

/**
 * Creates one company after the other, until none waits or until a person, the service or the end
 * of the process stops the job.
 */
export async function runJob(core: Core, jobId: string, closing: AbortSignal): Promise<void> {
  const { queries } = core.store;
  let lostInRow = 0;
  for (let done = 1; !closing.aborted; done += 1) {
    const job = await findJob(queries, jobId);
    if (job?.state !== 'running') break;
    if (core.connection.configured().environment !== job.environment) {
      await stopJob(core, jobId, {
        code: 'connection_missing',
        details: { environment: job.environment },
      });
      break;
    }
    const item = await findNextItem(queries, jobId);
    if (!item) {
      const finished_at = core.clock().toISOString();
      await moveJob(queries, jobId, ['running'], { state: 'finished', reason: null, finished_at });
      break;
    }
    const end = await createItem(core, item, closing);
    if (end === 'stopped') break;
    if (end.kind === 'refused' && !ownFailures.has(end.error.code)) {
      await stopJob(core, jobId, end.error);
      break;
    }
    await settleItem(queries, item, toItemEnd(end));
    const isLost = end.kind === 'unknown' || end.kind === 'keyless';
    lostInRow = isLost ? lostInRow + 1 : 0;
    if (isLost && lostInRow >= maxLostInRow) {
      await stopJob(core, jobId, end.error);
      break;
    }
    await emitJob(core, jobId);
    if (done % 20 === 0) core.emit({ name: 'companies.changed', payload: {} });
  }
  core.emit({ name: 'companies.changed', payload: {} });
  await emitJob(core, jobId);
}

/** Stops a job; a person can resume it once the reason is gone. */
export async function stopJob(core: Core, jobId: string, error: CallError): Promise<void> {
  const reason = serializeFailure(error);
  await moveJob(core.store.queries, jobId, ['running'], { state: 'stopped', reason });
  core.log.warn('company_job_stopped', { code: error.code });
}

/**
 * Waits when the service limits the rate, at most `maxWaits` times and `maxWaitMs` each. Then the
 * job stops.
 */
async function createItem(
  core: Core,
  item: CompanyJobItemsTable,
  closing: AbortSignal,
): Promise<CreationEnd | 'stopped'> {
  for (let waited = 0; ; waited += 1) {
    const end = await createOne(core, item.company_id);
    const isTooOften = end.kind === 'refused' && end.error.code === 'service_rate_limited';
    if (!isTooOften || waited >= maxWaits) return end;
    const asked = Number(end.error.details.retryAfterMs ?? 0);
    if (asked > maxWaitMs) return end;
    const waitMs = Math.max(asked, backoffMs(waited + 1, waits));
    const hasWaited = await sleep(waitMs, true, { signal: closing }).catch(() => false);
    if (!hasWaited) return 'stopped';
    if ((await findJob(core.store.queries, item.job_id))?.state !== 'running') return 'stopped';
  }
}

async function createOne(core: Core, companyId: string): Promise<CreationEnd> {
  const row = await findCompany(core.store.queries, companyId);
  if (row?.state !== 'draft') {
    if (row?.state === 'registered' && row.key_stored === 1) return { kind: 'created' };
    return refused({ code: 'company_state', details: { state: row?.state ?? null } });
  }
  if (row.archived_at !== null) return refused(toCallError(companyArchived(row)));
  const change = { state: 'creating', failure: null } as const;
  if (!(await updateCompany(core.store.queries, companyId, change, ['draft'])))
    return refused({ code: 'company_state', details: {} });
  // From here on nobody changes its fields.
  const taken = await requireCompany(core, companyId);
  return sendCreation(core, taken, fieldsOfRow(taken));
}

const refused = (error: CallError): CreationEnd => ({ kind: 'refused', error });

function toItemEnd(end: CreationEnd): Pick<CompanyJobItemsTable, 'state' | 'error'> {
  if (end.kind === 'created') return { state: 'created', error: null };
  return {
    state: end.kind === 'unknown' ? 'unknown' : 'failed',
    error: serializeFailure(end.error),
  };
}

export async function describeJob(core: Core, job: CompanyJobsTable): Promise<CompanyJob> {
  const counts = await countItems(core.store.queries, job.id);
  return {
    id: job.id,
    state: job.state,
    reason: parseFailure(job.reason),
    ...counts,
    total: counts.waiting + counts.created + counts.failed + counts.unknown,
    startedAt: job.started_at,
    finishedAt: job.finished_at,
  };
}

/** Emits a job's progress and returns the job. Throws `job_unknown`. */
export async function emitJob(core: Core, id: string): Promise<CompanyJob> {
  const row = await findJob(core.store.queries, id);
  if (!row) throw new ZubiError('job_unknown', { id });
  const job = await describeJob(core, row);
  core.emit({ name: 'job.progressed', payload: { job } });
  return job;
}
