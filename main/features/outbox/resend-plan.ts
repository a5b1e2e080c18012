import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { type ErrorCode, ZubiError } from '../../../contract/errors.ts';
import type { ParsedInput } from '../../../contract/methods.ts';
import type { LeftOut } from '../../../contract/repetition.ts';
import type { SubmissionFilter } from '../../../contract/submission.ts';
import type { SubmissionsTable, Tables } from '../../platform/db/tables.ts';
import type { ActiveConnection } from '../connection/public.ts';
import type { Core } from '../core.ts';
import { findSubmissions, ReplacedHistories } from '../submissions/public.ts';
import { requireMayRepeat } from './drafting.ts';
import {
  type Against,
  listFailedCreations,
  listUndelivered,
  readRepetition,
  readSameDocument,
  readSharedRecords,
} from './repeated-submissions.ts';

/** The submissions that a person wants to send again. */
export type Selection = ParsedInput<'submissions.retryAll'>;

/** Submissions that may be sent again, in the order of the queue, and submissions left out. */
interface PlannedResend {
  readonly going: readonly SubmissionsTable[];
  readonly left: LeftOut[];
}

interface Chosen {
  readonly rows: readonly SubmissionsTable[];
  readonly hasMore: boolean;
}

/** Page size and maximum of submissions read by a filter. A list of ids has the same maximum. */
const pageSize = 1000;
const maxChosen = 5000;

/** A page of the submissions that match a filter, the newest first. */
export type ListSubmissions = (
  queries: Core['store']['queries'],
  filter: SubmissionFilter,
  page: { readonly before: number | null; readonly limit: number },
) => Promise<{ readonly rows: readonly SubmissionsTable[] }>;

/** Throws `submission_unknown` when an id is not in the history. */
export async function findChosen(
  core: Core,
  listSubmissions: ListSubmissions,
  selection: Selection,
): Promise<Chosen> {
  const { queries } = core.store;
  if ('ids' in selection) {
    const { ids } = selection;
    const rows = await findSubmissions(queries, [...new Set(ids)]);
    const found = new Set(rows.map(({ id }) => id));
    const missing = ids.find((id) => !found.has(id));
    if (missing !== undefined) throw new ZubiError('submission_unknown', { id: missing });
    return { rows, hasMore: false };
  }
  const rows: SubmissionsTable[] = [];
  const filter = 'filter' in selection ? selection.filter : {};
  const waiting = { ...filter, states: ['failed' as const], waiting: true };
  for (
    let before: number | null = null;
    rows.length < maxChosen;
    before = rows.at(-1)?.sequence ?? null
  ) {
    const page = await listSubmissions(queries, waiting, { before, limit: pageSize });
    rows.push(...page.rows);
    if (page.rows.length < pageSize) return { rows, hasMore: false };
  }
  const before = rows.at(-1)?.sequence ?? null;
  const { rows: rest } = await listSubmissions(queries, waiting, { before, limit: 1 });
  return { rows, hasMore: rest.length > 0 };
}

/**
 * Checks each chosen submission as if it were sent again alone: the guards against sending twice,
 * in the history and among the chosen, and the rules for company and connection. The records were
 * stored at the first queueing, so no document is read.
 */
export async function planResend(
  core: Core,
  connection: ActiveConnection,
  rows: readonly SubmissionsTable[],
): Promise<PlannedResend> {
  const refuse = createCompanyCheck(core, connection);
  const aside = new ReplacedHistories(core);
  try {
    return await plan(core, rows, (row) =>
      refuse(row).then((stop) => stop ?? findAside(aside, row)),
    );
  } finally {
    aside.close();
  }
}

async function plan(
  core: Core,
  rows: readonly SubmissionsTable[],
  refuse: (row: SubmissionsTable) => Promise<Stop | null>,
): Promise<PlannedResend> {
  const going = new Map<number, SubmissionsTable>();
  const left: LeftOut[] = [];
  // Of submissions with the same document or the same records, the newest one is sent.
  for (const row of rows.toSorted((a, b) => b.sequence - a.sequence)) {
    const stop =
      ownFault(row) ?? (await refuse(row)) ?? (await lookAt(core, row, findGuard, going));
    if (stop) left.push(toLeftOut(row, stop));
    else going.set(row.sequence, row);
  }
  const ordered = [...going.values()].toSorted(inQueueOrder);
  for (const row of ordered) {
    if (row.operation === 'creation') continue;
    // In the order of the queue: a submission that builds on one left out is left out as well.
    const stop = await lookAt(core, row, findUndelivered, going);
    if (!stop) continue;
    going.delete(row.sequence);
    left.push(toLeftOut(row, stop));
  }
  return { going: ordered.filter(({ sequence }) => going.has(sequence)), left };
}

/** Why a submission is left out. */
interface Stop {
  readonly code: ErrorCode;
  readonly earlier?: Against;
  /** Number of its records that were sent, according to a history set aside. */
  readonly recordCount?: number;
}

type Going = ReadonlyMap<number, SubmissionsTable>;

/** Runs `find` on the connection, then yields to other work of the thread. */
async function lookAt(
  core: Core,
  row: SubmissionsTable,
  find: (queries: Kysely<Tables>, row: SubmissionsTable, going: Going) => Promise<Stop | null>,
  going: Going,
): Promise<Stop | null> {
  const stop = await core.store.queries
    .connection()
    .execute((connection) => find(connection, row, going));
  await setImmediate();
  return stop;
}

function ownFault({ state, dismissed_at, records_indexed }: SubmissionsTable): Stop | null {
  if (state !== 'failed') return { code: 'submission_state' };
  if (dismissed_at !== null) return { code: 'submission_dismissed' };
  // A check that cannot run must not pass.
  return records_indexed === 2 ? { code: 'check_failed' } : null;
}

async function findGuard(
  queries: Kysely<Tables>,
  row: SubmissionsTable,
  going: Going,
): Promise<Stop | null> {
  const document = await readSameDocument(queries, row);
  if (document) {
    const isMoving = document.state === 'queued' || document.state === 'sending';
    return { code: isMoving ? 'file_already_queued' : 'already_sent', earlier: document };
  }
  const again = await readRepetition(queries, row);
  if (again) return { code: 'submission_repeated', earlier: again };
  if (row.operation !== 'creation') return null;
  const shared =
    (await readSharedRecords(queries, row)) ??
    (await listFailedCreations(queries, row)).find(({ sequence }) => going.has(sequence));
  return shared ? { code: 'already_sent', earlier: shared } : null;
}

/** Finds what was sent after the copy was made that is now the history in force. */
function findAside(aside: ReplacedHistories, row: SubmissionsTable): Stop | null {
  if (aside.findDocument(row)) return { code: 'already_sent' };
  const [records] = row.operation === 'creation' ? aside.findRecordsOf(row.sequence) : [];
  return records ? { code: 'already_sent', recordCount: records.records.length } : null;
}

async function findUndelivered(
  queries: Kysely<Tables>,
  row: SubmissionsTable,
  going: Going,
): Promise<Stop | null> {
  const undelivered = await listUndelivered(queries, row);
  const earlier = undelivered.find(({ sequence }) => !going.has(sequence));
  return earlier ? { code: 'earlier_not_delivered', earlier } : null;
}

/** What keeps a row's company from sending. Each company is checked once. */
function createCompanyCheck(
  core: Core,
  connection: ActiveConnection,
): (row: SubmissionsTable) => Promise<Stop | null> {
  const known = new Map<string, Stop | null>();
  return async (row) => {
    const key = [row.environment, row.company_id, row.tax_id].join(' ');
    const found = known.get(key);
    if (found !== undefined) return found;
    const stop = await requireMayRepeat(core, connection, row).then(() => null, toStop);
    known.set(key, stop);
    return stop;
  };
}

function toStop(error: unknown): Stop {
  if (!(error instanceof ZubiError)) throw error;
  return { code: error.code };
}

const inQueueOrder = (a: SubmissionsTable, b: SubmissionsTable): number =>
  a.queue_order - b.queue_order || a.sequence - b.sequence;

function toLeftOut(row: SubmissionsTable, { code, earlier, recordCount }: Stop): LeftOut {
  return {
    id: row.id,
    file: row.file_name,
    company: { id: row.company_id, fullName: row.company_name },
    code,
    earlier: earlier
      ? { id: earlier.id, file: earlier.file, state: earlier.state, at: earlier.at }
      : null,
    recordCount: recordCount ?? earlier?.records ?? 0,
  };
}
