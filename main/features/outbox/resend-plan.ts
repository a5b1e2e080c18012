import { setImmediate } from 'node:timers/promises';
import { isDefiniteRefusal } from '../../../contract/answer.ts';
import { type ErrorCode, ZubiError } from '../../../contract/errors.ts';
import type { LeftOut } from '../../../contract/repetition.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { ActiveConnection } from '../connection/public.ts';
import type { Core } from '../core.ts';
import { findEarlierOf, ReplacedHistories, toEarlier } from '../submissions/public.ts';
import { requireMayRepeat } from './repeated-draft.ts';
import {
  type Against,
  listFailedCreations,
  listUndelivered,
  readLaterChange,
  readRepetition,
  readSharedRecords,
} from './repeated-submissions.ts';

type Queries = Core['store']['queries'];

/** Submissions that may be sent again, in the order of the queue, and submissions left out. */
export interface PlannedResend {
  readonly going: readonly SubmissionsTable[];
  readonly left: LeftOut[];
}

/** Why a submission is left out. */
type Stop = Pick<LeftOut, 'code' | 'earlier' | 'recordCount'>;

const stop = (code: ErrorCode): Stop => ({ code, earlier: null, recordCount: 0 });

const stopBy = (code: ErrorCode, { id, file, state, at, records }: Against): Stop => ({
  code,
  earlier: { id, file, state, at },
  recordCount: records,
});

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
  const { queries } = core.store;
  const going = new Map<number, SubmissionsTable>();
  const left: LeftOut[] = [];
  const leaveOut = (row: SubmissionsTable, found: Stop) => {
    going.delete(row.sequence);
    const company = { id: row.company_id, fullName: row.company_name };
    left.push({ id: row.id, file: row.file_name, company, ...found });
  };
  using replaced = new ReplacedHistories(core);
  const findCompanyStop = companyStops(core, connection);
  // Of submissions with the same document or the same records, the newest one is sent.
  for (const row of rows.toSorted((a, b) => b.sequence - a.sequence)) {
    const found =
      stopOfItself(row) ??
      (await findCompanyStop(row)) ??
      findInReplaced(replaced, row) ??
      (await findDocument(queries, row)) ??
      (await findRecords(queries, row, going));
    if (found === null) going.set(row.sequence, row);
    else leaveOut(row, found);
    await setImmediate();
  }
  // In the order of the queue: a submission that builds on one left out is left out as well.
  const ordered = [...going.values()].toSorted(inQueueOrder);
  for (const row of ordered) {
    if (row.operation === 'creation') continue;
    const undelivered = await listUndelivered(queries, row);
    const earlier = undelivered.find(({ sequence }) => !going.has(sequence));
    if (earlier !== undefined) leaveOut(row, stopBy('earlier_not_delivered', earlier));
    await setImmediate();
  }
  return { going: ordered.filter(({ sequence }) => going.has(sequence)), left };
}

function stopOfItself(row: SubmissionsTable): Stop | null {
  if (row.state !== 'failed') return stop('submission_state');
  if (row.dismissed_at !== null) return stop('submission_dismissed');
  return isDefiniteRefusal(row.answer_code) ? stop(row.answer_code) : null;
}

/** What keeps a company from sending: each is checked once. */
function companyStops(core: Core, connection: ActiveConnection) {
  const known = new Map<string, Promise<Stop | null>>();
  const check = (row: SubmissionsTable): Promise<Stop | null> =>
    requireMayRepeat(core, connection, row).then(
      () => null,
      (error: unknown) => {
        if (error instanceof ZubiError) return stop(error.code);
        throw error;
      },
    );
  return (row: SubmissionsTable): Promise<Stop | null> => {
    const key = [row.environment, row.company_id, row.tax_id].join(' ');
    const found = known.get(key) ?? check(row);
    known.set(key, found);
    return found;
  };
}

/** What was sent after the copy was made that is now the history in force. */
function findInReplaced(replaced: ReplacedHistories, row: SubmissionsTable): Stop | null {
  if (replaced.findDocument(row)) return stop('already_sent');
  if (row.operation !== 'creation') return null;
  const [records] = replaced.findRecordsOf(row.sequence);
  return records ? { ...stop('already_sent'), recordCount: records.records.length } : null;
}

async function findDocument(queries: Queries, row: SubmissionsTable): Promise<Stop | null> {
  const earlier = await findEarlierOf(queries, row);
  if (earlier) {
    const isMoving = earlier.state === 'queued' || earlier.state === 'sending';
    const code = isMoving ? 'file_already_queued' : 'already_sent';
    return { code, earlier: toEarlier(earlier), recordCount: 0 };
  }
  const again = await readRepetition(queries, row);
  return again ? stopBy('submission_repeated', again) : null;
}

/** `going`: those that are sent again before it is looked at, by their sequence. */
async function findRecords(
  queries: Queries,
  row: SubmissionsTable,
  going: ReadonlyMap<number, SubmissionsTable>,
): Promise<Stop | null> {
  const shared =
    row.operation === 'creation'
      ? ((await readSharedRecords(queries, row)) ??
        (await listFailedCreations(queries, row)).find(({ sequence }) => going.has(sequence)))
      : await readLaterChange(queries, row);
  return shared ? stopBy('already_sent', shared) : null;
}

const inQueueOrder = (a: SubmissionsTable, b: SubmissionsTable): number =>
  a.queue_order - b.queue_order || a.sequence - b.sequence;
