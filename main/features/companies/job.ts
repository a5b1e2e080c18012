import pLimit from 'p-limit';
import type { CompanyJob } from '../../../contract/company.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { Output, ParsedInput } from '../../../contract/methods.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { CompanyJobsTable } from '../../platform/db/company-tables.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { isUniqueFault } from '../../platform/db/errors.ts';
import { keepWriting } from '../../platform/keep-writing.ts';
import { UnderWay } from '../../platform/under-way.ts';
import type { Core, Handlers } from '../core.ts';
import { findCompanies, listIdentities } from './companies-table.ts';
import {
  countFailures,
  findJob,
  findNewestJob,
  insertJob,
  listFailures,
  moveJob,
} from './company-jobs-table.ts';
import { parseFailure, requireActive } from './company-row.ts';
import { describeJob, emitJob, runJob, stopJob } from './job-run.ts';

/** The bulk creation of companies, which runs between calls. */
export type CompanyJobs = ReturnType<typeof createCompanyJobs>;

/** State: what is under way, and whether the application is closing. */
export function createCompanyJobs(core: Core) {
  const closing = new AbortController();
  const calls = new UnderWay();
  const inTurn = pLimit(1);

  const wake = (jobId: string) => void calls.add(inTurn(() => run(jobId)));

  const run = (jobId: string) =>
    runJob(core, jobId, closing.signal)
      .catch((error: unknown) => keepWriting(() => stop(jobId, error)))
      .catch((error: unknown) => core.log.error('company_job', { code: toCallError(error).code }));

  const stop = async (jobId: string, error: unknown) => {
    await stopJob(core, jobId, toCallError(error));
    core.emit({ name: 'companies.changed', payload: {} });
    await emitJob(core, jobId);
  };

  return {
    handlers: {
      'companies.createDrafts': async (which) => {
        const { environment } = await core.connection.active();
        (await core.connection.userKey()).wipe();
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
        await insertOnly(core, row, await chooseDrafts(core, environment, which));
        const job = await emitJob(core, id);
        wake(id);
        return job;
      },
      'companies.getJob': (page) => describeNewest(core, page),
      'companies.pauseJob': ({ id }) => moveTo(core, id, ['running'], 'paused'),
      'companies.resumeJob': async ({ id }) => {
        const job = await moveTo(core, id, ['paused', 'stopped'], 'running');
        wake(id);
        return job;
      },
      'companies.cancelJob': ({ id }) =>
        moveTo(core, id, ['running', 'paused', 'stopped'], 'cancelled'),
    } satisfies Partial<Handlers>,
    /** Calls that wait for the service: those of a person, and the bulk creation. */
    calls,
    /** Resolves when no bulk creation and no call is under way. */
    idle: () => calls.idle(),
    /** Waits for the creation and the calls under way. A person can resume the job later. */
    stop() {
      closing.abort();
      return calls.idle();
    },
  };
}

/** Throws `job_unknown`, `job_state`. */
async function moveTo(
  core: Core,
  id: string,
  from: readonly CompanyJobsTable['state'][],
  state: CompanyJobsTable['state'],
): Promise<CompanyJob> {
  const { queries } = core.store;
  const job = await findJob(queries, id);
  if (!job) throw new ZubiError('job_unknown', { id });
  const finished_at = state === 'cancelled' ? core.clock().toISOString() : null;
  if (!(await moveJob(queries, id, from, { state, reason: null, finished_at })))
    throw new ZubiError('job_state', { id, state: job.state });
  return emitJob(core, id);
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
  environment: ConnectionId,
  which: ParsedInput<'companies.createDrafts'>,
): Promise<string[]> {
  if ('all' in which) {
    const all = await listIdentities(core.store.queries, environment);
    const drafts = all.filter(
      ({ state, archived_at }) => state === 'draft' && archived_at === null,
    );
    if (drafts.length === 0) throw new ZubiError('job_state', { reason: 'nothing_to_do' });
    return drafts.map(({ id }) => id);
  }
  const unique = [...new Set(which.ids)];
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

/** The unique index refuses a second open job. */
async function insertOnly(
  core: Core,
  job: CompanyJobsTable,
  ids: readonly string[],
): Promise<void> {
  try {
    await insertJob(core.store.queries, job, ids);
  } catch (error) {
    if (!isUniqueFault(error)) throw error;
    const open = await findNewestJob(core.store.queries, job.environment);
    const details = { id: open?.id ?? null, state: open?.state ?? null };
    throw new ZubiError('job_state', details, { cause: error });
  }
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
