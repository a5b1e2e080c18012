import { setTimeout as sleep } from 'node:timers/promises';
import type { CompanyJob } from '../../contract/company.ts';
import { type CallError, type ErrorCode, ZubiError } from '../../contract/errors.ts';
import type { Output, ParsedInput } from '../../contract/methods.ts';
import { toCallError } from '../call-error.ts';
import type { Core, Handlers } from '../core.ts';
import { findCompanies, findCompany, listIdentities, moveCompany } from '../store/companies.ts';
import {
  countFailures,
  countItems,
  findJob,
  findNewestJob,
  findNextItem,
  insertJob,
  listFailures,
  moveJob,
  settleItem,
} from '../store/company-jobs.ts';
import type { CompanyJobItemsTable, CompanyJobsTable } from '../store/company-tables.ts';
import type { ServiceEnvironment } from '../store/tables.ts';
import {
  companyArchived,
  fieldsOfRow,
  parseFailure,
  requireActive,
  serializeFailure,
} from './company-row.ts';
import { type CreationEnd, sendCreation } from './creation.ts';

/** The bulk creation of companies, which goes on while calls come and go. */
export interface CompanyJobs {
  readonly handlers: Handlers<
    | 'companies.createDrafts'
    | 'companies.getJob'
    | 'companies.pauseJob'
    | 'companies.resumeJob'
    | 'companies.cancelJob'
  >;
  /** Resolves when no bulk creation is running. */
  idle(): Promise<void>;
  /**
   * Lets the creation that is on its way come to its end; the job goes on another day, when a
   * person says so.
   */
  stop(): Promise<void>;
}

/**
 * Failures of a row that are its own: the job goes on. Any other would meet the next row too, so
 * the job stops and the row waits.
 */
const ownFailures: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...([
    'company_exists',
    'service_refused',
    'service_conflict',
    'company_name_parts',
    'tax_id_invalid',
  ] as const),
  ...([
    'territory_unknown',
    'invalid_input',
    'company_state',
    'company_key_taken',
    'answer_not_understood',
    'company_archived',
    'company_created_keyless',
  ] as const),
]);
/**
 * One lost answer is bad luck; two in a row are a fault that would leave nothing but rows without
 * an answer.
 */
const mostLostInRow = 2;
const mostWaits = 5;
const longestWaitMs = 60_000;

/** State: the run under way, and whether the application is closing. */
export function createCompanyJobs(core: Core): CompanyJobs {
  const { queries } = core.store;
  const closing = new AbortController();
  let under: Promise<void> = Promise.resolve();

  const wake = (jobId: string) => {
    under = under
      .then(() => runJob(core, jobId, closing.signal))
      .catch((error: unknown) => core.log.error('company_job', { code: toCallError(error).code }));
  };

  const move = async (
    id: string,
    from: readonly CompanyJobsTable['state'][],
    state: CompanyJobsTable['state'],
  ): Promise<CompanyJob> => {
    const job = await findJob(queries, id);
    if (!job) throw new ZubiError('job_unknown', { id });
    const finished_at = state === 'cancelled' ? core.clock().toISOString() : null;
    if (!(await moveJob(queries, id, from, { state, reason: null, finished_at }))) {
      throw new ZubiError('job_state', { id, state: job.state });
    }
    return tellJob(core, id);
  };

  return {
    handlers: {
      'companies.createDrafts': async ({ ids }) => {
        const { environment } = await core.connection.active();
        await core.connection.userKey();
        const id = core.newId();
        const started_at = core.clock().toISOString();
        const row = {
          id,
          environment,
          state: 'running',
          reason: null,
          started_at,
          finished_at: null,
        } as const;
        await insertOnly(core, row, await chooseDrafts(core, environment, ids));
        const job = await tellJob(core, id);
        wake(id);
        return job;
      },
      'companies.getJob': (page) => describeNewest(core, page),
      'companies.pauseJob': ({ id }) => move(id, ['running'], 'paused'),
      'companies.resumeJob': async ({ id }) => {
        const job = await move(id, ['paused', 'stopped'], 'running');
        wake(id);
        return job;
      },
      'companies.cancelJob': ({ id }) => move(id, ['running', 'paused', 'stopped'], 'cancelled'),
    },
    idle: async () => {
      let seen: Promise<void>;
      do {
        seen = under;
        await seen;
      } while (seen !== under);
    },
    async stop() {
      closing.abort();
      await under;
    },
  };
}

async function describeNewest(
  core: Core,
  page: ParsedInput<'companies.getJob'>,
): Promise<Output<'companies.getJob'>> {
  const { queries } = core.store;
  const { environment } = core.connection.configured();
  const job = environment === 'none' ? undefined : await findNewestJob(queries, environment);
  if (!job) return { job: null, standing: { failed: 0, unknown: 0 }, failures: [] };
  const failures = await listFailures(queries, job.id, page);
  const standing = await countFailures(queries, job.id);
  return { job: await describeJob(core, job), standing, failures: failures.map(toFailure) };
}

async function chooseDrafts(
  core: Core,
  environment: ServiceEnvironment,
  ids: readonly string[] | undefined,
): Promise<string[]> {
  if (!ids) {
    const all = await listIdentities(core.store.queries, environment);
    const drafts = all.filter(({ state }) => state === 'draft').map(({ id }) => id);
    const active = await findCompanies(core.store.queries, drafts);
    const chosen = active.filter(({ archived_at }) => archived_at === null).map(({ id }) => id);
    if (chosen.length === 0) throw new ZubiError('job_state', { reason: 'nothing_to_do' });
    return chosen;
  }
  const unique = [...new Set(ids)];
  const rows = await findCompanies(core.store.queries, unique);
  const known = new Map(
    rows.filter((row) => row.environment === environment).map((row) => [row.id, row]),
  );
  for (const id of unique) {
    const row = known.get(id);
    if (!row) throw new ZubiError('company_unknown', { id });
    requireActive(row);
    if (row.state !== 'draft')
      throw new ZubiError('company_state', { id, taxId: row.tax_id, state: row.state });
  }
  return unique;
}

/** The unique index says when another one is open. */
async function insertOnly(
  core: Core,
  job: CompanyJobsTable,
  ids: readonly string[],
): Promise<void> {
  try {
    await insertJob(core.store.queries, job, ids);
  } catch (error) {
    const isOpen =
      error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE';
    if (!isOpen) throw error;
    const open = await findNewestJob(core.store.queries, job.environment);
    throw new ZubiError(
      'job_state',
      { id: open?.id ?? null, state: open?.state ?? null },
      { cause: error },
    );
  }
}

/**
 * One company after the other, until none waits or somebody (a person, the service, the end of the
 * process) says stop.
 */
async function runJob(core: Core, jobId: string, closing: AbortSignal): Promise<void> {
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
    if (end === 'closing') break;
    if (end.kind === 'refused' && !ownFailures.has(end.error.code)) {
      await stopJob(core, jobId, end.error);
      break;
    }
    await settleItem(queries, item, toItemEnd(end));
    lostInRow = end.kind === 'unknown' ? lostInRow + 1 : 0;
    if (end.kind === 'unknown' && lostInRow >= mostLostInRow) {
      await stopJob(core, jobId, end.error);
      break;
    }
    await tellJob(core, jobId);
    if (done % 20 === 0) core.emit({ name: 'companies.changed', payload: {} });
  }
  core.emit({ name: 'companies.changed', payload: {} });
  await tellJob(core, jobId);
}

async function stopJob(core: Core, jobId: string, error: CallError): Promise<void> {
  const reason = serializeFailure(error);
  await moveJob(core.store.queries, jobId, ['running'], { state: 'stopped', reason });
  core.log.warn('company_job_stopped', { code: error.code });
}

/** Waits as long as the service asks when it is asked too often, some times; then the job stops. */
async function createItem(
  core: Core,
  item: CompanyJobItemsTable,
  closing: AbortSignal,
): Promise<CreationEnd | 'closing'> {
  for (let waited = 0; ; waited += 1) {
    const end = await createOne(core, item.company_id);
    const isTooOften = end.kind === 'refused' && end.error.code === 'service_rate_limited';
    if (!isTooOften || waited >= mostWaits) return end;
    const asked = end.error.details.retryAfterMs;
    const waitMs = Math.min(longestWaitMs, typeof asked === 'number' ? asked : 1000 * 2 ** waited);
    const isOver = await sleep(waitMs, true, { signal: closing }).catch(() => false);
    if (!isOver) return 'closing';
    if ((await findJob(core.store.queries, item.job_id))?.state !== 'running') return 'closing';
  }
}

async function createOne(core: Core, companyId: string): Promise<CreationEnd> {
  const row = await findCompany(core.store.queries, companyId);
  if (row?.state !== 'draft') {
    if (row?.state === 'registered') return { kind: 'created' };
    return {
      kind: 'refused',
      error: { code: 'company_state', details: { state: row?.state ?? null } },
    };
  }
  if (row.archived_at !== null) {
    const { code, details } = companyArchived(row);
    return { kind: 'refused', error: { code, details } };
  }
  const change = { state: 'creating', failure: null } as const;
  if (!(await moveCompany(core.store.queries, companyId, ['draft'], change))) {
    return { kind: 'refused', error: { code: 'company_state', details: {} } };
  }
  return sendCreation(core, companyId, fieldsOfRow(row));
}

function toItemEnd(end: CreationEnd): Pick<CompanyJobItemsTable, 'state' | 'error'> {
  if (end.kind === 'created') return { state: 'created', error: null };
  return {
    state: end.kind === 'unknown' ? 'unknown' : 'failed',
    error: serializeFailure(end.error),
  };
}

async function describeJob(core: Core, job: CompanyJobsTable): Promise<CompanyJob> {
  const { waiting, created, failed, unknown } = await countItems(core.store.queries, job.id);
  return {
    id: job.id,
    state: job.state,
    reason: parseFailure(job.reason),
    total: waiting + created + failed + unknown,
    ...{ created, failed, unknown, waiting },
    startedAt: job.started_at,
    finishedAt: job.finished_at,
  };
}

async function tellJob(core: Core, id: string): Promise<CompanyJob> {
  const row = await findJob(core.store.queries, id);
  if (!row) throw new ZubiError('job_unknown', { id });
  const job = await describeJob(core, row);
  core.emit({ name: 'job.progressed', payload: { job } });
  return job;
}

function toFailure(row: Awaited<ReturnType<typeof listFailures>>[number]) {
  return {
    companyId: row.company_id,
    fullName: row.full_name,
    taxId: row.tax_id,
    outcome: row.state === 'unknown' ? ('unknown' as const) : ('failed' as const),
    error: parseFailure(row.error) ?? { code: 'internal' as const, details: {} },
  };
}
