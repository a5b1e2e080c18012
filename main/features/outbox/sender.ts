import { isKeyRefusal } from '../../../contract/answer.ts';
import type { CallError } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import { GroupCommit } from '../../platform/db/group-commit.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { SendOutcome } from '../../service/client-port.ts';
import type { Core } from '../core.ts';
import { listEvents, readWholeAnswer, type WholeAnswer } from '../submissions/public.ts';
import { classifyOutcome } from './classify-outcome.ts';
import {
  noteReachability,
  type Prepared,
  prepare,
  writeIntent,
  writePostponed,
} from './delivery.ts';
import type { Lanes } from './lanes.ts';
import { writeOutcome } from './outcome-rows.ts';
import { type QueuePace, waitFor } from './pace.ts';
import type { ProgressWatch } from './progress.ts';
import type { QueueGate } from './queue-gate.ts';
import type { QueueOwnership } from './queue-ownership.ts';
import type { Next } from './queue-scheduler.ts';
import type { RateLimiter, Verdict } from './rate-limiter.ts';
import { concernsEveryFile, isServiceFault, wasNotReached } from './retrying.ts';

/** Pause between two attempts to write an outcome, while the disk refuses it. */
const rewriteMs = 1000;

/** What the sending of each submission reads and changes. */
export interface QueueParts {
  readonly pace: QueuePace;
  readonly ownership: QueueOwnership;
  readonly gate: QueueGate;
  readonly limiter: RateLimiter;
  readonly lanes: Lanes;
  readonly progress: ProgressWatch;
}

/** Takes one submission from `queued` to its end, or back into the queue. */
export class Sender {
  readonly #core: Core;
  readonly #parts: QueueParts;
  readonly #onAnswered: () => void;
  readonly #commits: GroupCommit;

  /** Calls `onAnswered` when another submission may be sent while an answer is written. */
  constructor(core: Core, parts: QueueParts, onAnswered: () => void) {
    this.#core = core;
    this.#parts = parts;
    this.#onAnswered = onAnswered;
    this.#commits = new GroupCommit(core.store.queries);
  }

  async send(next: Next): Promise<void> {
    const { row } = next;
    const prepared = await prepare(this.#core, next).catch((error: unknown) => ({
      error: toCallError(error),
    }));
    if ('error' in prepared) return this.#endUnsent(row, prepared.error);
    try {
      // It stays queued when a person has paused the queue meanwhile.
      if (this.#parts.gate.mayLeave) await this.#deliver(row, prepared);
    } finally {
      prepared.wipeKeys();
    }
  }

  /** `sending` is on disk, with its time, before the first byte is sent. */
  async #deliver(row: SubmissionsTable, prepared: Prepared): Promise<void> {
    const { pace, lanes, progress } = this.#parts;
    // A failed write of the intent stops the sending: nothing unrecorded may be sent.
    const reached = await writeIntent(this.#core, this.#commits, { row, prepared });
    if (!reached) return;
    // The note outside the database comes first, too: it reveals a history that went back.
    await this.#untilWritten(() => this.#core.chain.witness(reached));
    lanes.move(row.company_id, 'sent');
    const startedAtMs = pace.now();
    progress.started(row.id, prepared.sizeBytes);
    let measured = false;
    try {
      const sent = await prepared.send((sentBytes) => progress.sent(row.id, sentBytes));
      measured = sent.kind === 'answered';
      noteReachability(prepared, sent);
      // A refusal that holds the ledger's response is not sent again: it says what happened.
      const isRefusal = sent.kind === 'not_delivered' && sent.raw !== null;
      const whole = isRefusal ? await readWholeAnswer(this.#core, sent, prepared) : null;
      const outcome = whole?.outcome ?? sent;
      const verdict = await this.#assess(row, outcome, startedAtMs);
      if (verdict.kind !== 'settle' && outcome.kind !== 'answered')
        return await this.#postpone(row, outcome.error, verdict);
      if (outcome.kind === 'answered') this.#noteAnswer(row);
      await this.#settle(row, whole ?? (await readWholeAnswer(this.#core, sent, prepared)));
    } finally {
      progress.ended(row.id, measured);
    }
  }

  async #assess(
    row: SubmissionsTable,
    outcome: SendOutcome,
    startedAtMs: number,
  ): Promise<Verdict> {
    const { limiter, ownership } = this.#parts;
    const isOwn = ownership.isOwn(row);
    const tries = await countTries(this.#core, row, outcome);
    const verdict = limiter.assess(tries, outcome, startedAtMs, isOwn);
    if (isOwn || outcome.kind !== 'not_delivered') return verdict;
    return concernsEveryFile(outcome.error) ? { kind: 'leave', waitMs: 0 } : verdict;
  }

  async #postpone(
    row: SubmissionsTable,
    error: CallError,
    { kind, waitMs }: Exclude<Verdict, { kind: 'settle' }>,
  ): Promise<void> {
    await this.#untilWritten(() =>
      writePostponed(this.#core, this.#commits, { row, error, waitMs }),
    );
    if (kind === 'leave') this.#parts.lanes.skip(row.company_id);
  }

  #noteAnswer({ company_id }: SubmissionsTable): void {
    const { gate, lanes } = this.#parts;
    gate.noteAnswer();
    lanes.move(company_id, 'answered');
    this.#onAnswered();
  }

  /** Nothing was sent. A failure that concerns every file leaves this one queued, too. */
  async #endUnsent(row: SubmissionsTable, error: CallError): Promise<void> {
    const { gate, lanes, ownership } = this.#parts;
    if (concernsEveryFile(error)) {
      if (!ownership.isOwn(row)) return lanes.skip(row.company_id);
      if (ownership.isPatient) return gate.pauseItself(error.code);
    }
    const outcome = { kind: 'not_delivered', error, raw: null, retryAfterMs: null } as const;
    const classified = classifyOutcome(outcome, { records: [], recordCount: 0, reading: null });
    await writeOutcome(this.#core, this.#commits, {
      row,
      from: 'queued',
      outcome,
      classified,
      ledgerResponse: null,
    });
  }

  async #settle(row: SubmissionsTable, { outcome, records, reading }: WholeAnswer): Promise<void> {
    const { gate, lanes, ownership } = this.#parts;
    const { record_count: recordCount, operation } = row;
    const known = { records, recordCount, reading, operation };
    const classified = classifyOutcome(outcome, known);
    await this.#untilWritten(() =>
      writeOutcome(this.#core, this.#commits, {
        row,
        from: 'sending',
        outcome,
        classified,
        ledgerResponse: reading?.xml ?? null,
        mayWait: lanes.isAnyLeaving,
      }),
    );
    if (outcome.kind === 'answered') return;
    const { code } = outcome.error;
    if (isServiceFault(outcome)) return gate.noteFault(code, outcome.raw?.status ?? null);
    gate.noteNoFault();
    // A command ends each of its files, with this reason: nobody is there to remove the cause.
    if (!ownership.isPatient) return;
    if (concernsEveryFile(outcome.error)) gate.pauseItself(code);
    // What blocks one request would block the next, as with a refused key.
    else if (isKeyRefusal(code) || code === 'service_blocked') gate.noteRefusedKey(code);
  }

  /**
   * An outcome is known only once: while the disk refuses it, it is kept here and written again.
   * Closing leaves the submission `sending`, and so `unknown`.
   */
  async #untilWritten(write: () => Promise<void>): Promise<void> {
    const { gate, pace } = this.#parts;
    for (;;) {
      try {
        return await write();
      } catch (error) {
        const { code } = toCallError(error);
        if (code === 'submission_state' || gate.isClosed) throw error;
        gate.pauseItself(code);
        await waitFor(pace, rewriteMs);
      }
    }
  }
}

/** The earlier tries of a file that count: where the service asks to wait, only those. */
async function countTries(
  { store }: Core,
  row: SubmissionsTable,
  outcome: SendOutcome,
): Promise<number> {
  if (outcome.kind !== 'not_delivered' || wasNotReached(outcome.error)) return row.attempts;
  const { code } = outcome.error;
  // A known outcome must not be lost because its history cannot be read.
  const events = await listEvents(store.queries, row.id).catch(() => null);
  const isWait = ({ kind, data }: { kind: string; data: string }) =>
    kind === 'postponed' && JSON.parse(data).code === code;
  return events?.filter(isWait).length ?? row.attempts;
}
