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

/** Submissions that may be sent again, in the order of the queue, and submissions left out. */
interface PlannedResend {
  readonly going: readonly SubmissionsTable[];
  readonly left: LeftOut[];
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
  using replaced = new ReplacedHistories(core);
  return await new Planning(core, connection, replaced).run(rows);
}

/** Why a submission is left out. */
type Stop = Pick<LeftOut, 'code' | 'earlier' | 'recordCount'>;

const stop = (code: ErrorCode): Stop => ({ code, earlier: null, recordCount: 0 });

const stopBy = (code: ErrorCode, { id, file, state, at, records }: Against): Stop => ({
  code,
  earlier: { id, file, state, at },
  recordCount: records,
});

class Planning {
  readonly #core: Core;
  readonly #connection: ActiveConnection;
  readonly #replaced: ReplacedHistories;
  /** What keeps a company from sending: each is checked once. */
  readonly #companies = new Map<string, Stop | null>();
  /** By their sequence. */
  readonly #going = new Map<number, SubmissionsTable>();
  readonly #left: LeftOut[] = [];

  constructor(core: Core, connection: ActiveConnection, replaced: ReplacedHistories) {
    this.#core = core;
    this.#connection = connection;
    this.#replaced = replaced;
  }

  async run(rows: readonly SubmissionsTable[]): Promise<PlannedResend> {
    // Of submissions with the same document or the same records, the newest one is sent.
    for (const row of rows.toSorted((a, b) => b.sequence - a.sequence)) {
      const found = await this.#findStop(row);
      if (found === null) this.#going.set(row.sequence, row);
      else this.#leaveOut(row, found);
      await setImmediate();
    }
    // In the order of the queue: a submission that builds on one left out is left out as well.
    const ordered = [...this.#going.values()].toSorted(inQueueOrder);
    for (const row of ordered) {
      if (row.operation === 'creation') continue;
      const undelivered = await listUndelivered(this.#core.store.queries, row);
      const earlier = undelivered.find(({ sequence }) => !this.#going.has(sequence));
      if (earlier !== undefined) this.#leaveOut(row, stopBy('earlier_not_delivered', earlier));
      await setImmediate();
    }
    return {
      going: ordered.filter(({ sequence }) => this.#going.has(sequence)),
      left: this.#left,
    };
  }

  #leaveOut(row: SubmissionsTable, found: Stop): void {
    this.#going.delete(row.sequence);
    const company = { id: row.company_id, fullName: row.company_name };
    this.#left.push({ id: row.id, file: row.file_name, company, ...found });
  }

  async #findStop(row: SubmissionsTable): Promise<Stop | null> {
    if (row.state !== 'failed') return stop('submission_state');
    if (row.dismissed_at !== null) return stop('submission_dismissed');
    if (isDefiniteRefusal(row.answer_code)) return stop(row.answer_code);
    return (
      (await this.#findCompanyStop(row)) ??
      this.#findInReplaced(row) ??
      (await this.#findDocument(row)) ??
      (await this.#findRecords(row))
    );
  }

  async #findCompanyStop(row: SubmissionsTable): Promise<Stop | null> {
    const key = [row.environment, row.company_id, row.tax_id].join(' ');
    const known = this.#companies.get(key);
    if (known !== undefined) return known;
    const found = await requireMayRepeat(this.#core, this.#connection, row).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof ZubiError)) throw error;
        return stop(error.code);
      },
    );
    this.#companies.set(key, found);
    return found;
  }

  /** What was sent after the copy was made that is now the history in force. */
  #findInReplaced(row: SubmissionsTable): Stop | null {
    if (this.#replaced.findDocument(row)) return stop('already_sent');
    if (row.operation !== 'creation') return null;
    const [records] = this.#replaced.findRecordsOf(row.sequence);
    return records ? { ...stop('already_sent'), recordCount: records.records.length } : null;
  }

  async #findDocument(row: SubmissionsTable): Promise<Stop | null> {
    const { queries } = this.#core.store;
    const earlier = await findEarlierOf(queries, row);
    if (earlier) {
      const isMoving = earlier.state === 'queued' || earlier.state === 'sending';
      const code = isMoving ? 'file_already_queued' : 'already_sent';
      return { code, earlier: toEarlier(earlier), recordCount: 0 };
    }
    const again = await readRepetition(queries, row);
    return again ? stopBy('submission_repeated', again) : null;
  }

  async #findRecords(row: SubmissionsTable): Promise<Stop | null> {
    const { queries } = this.#core.store;
    const shared =
      row.operation === 'creation'
        ? ((await readSharedRecords(queries, row)) ??
          (await listFailedCreations(queries, row)).find(({ sequence }) =>
            this.#going.has(sequence),
          ))
        : await readLaterChange(queries, row);
    return shared ? stopBy('already_sent', shared) : null;
  }
}

const inQueueOrder = (a: SubmissionsTable, b: SubmissionsTable): number =>
  a.queue_order - b.queue_order || a.sequence - b.sequence;
