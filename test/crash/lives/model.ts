import type { SubmissionState } from '../../../contract/submission.ts';
import { type Answer, takenRecords } from './answers.ts';
import { documents, type LifeDocument } from './documents.ts';

/** A submission as the model sees it. */
export interface Sub {
  /** The number of its arrival in the queue. */
  readonly sequence: number;
  readonly document: LifeDocument;
  /** Its place in the queue; of the same place the earlier arrival goes first. */
  readonly place: number;
  readonly previous: Sub | null;
  /** Whether a person confirmed it although the history has the same. */
  readonly isConfirmed: boolean;
  readonly queuedAt: number;
  id: string | null;
  state: SubmissionState;
  endedAt: number;
  attempts: number;
  waits: number;
  isReleased: boolean;
  /** The records that an answer has refused. */
  refused: readonly string[];
  /** On the wall clock; while the service has asked for a wait because of it. */
  asked: { readonly sinceMs: number; readonly untilMs: number } | null;
}

/** A submission as a killed process left it in the history. */
export interface Left {
  readonly id: string;
  readonly sha256: string;
  readonly state: SubmissionState;
  readonly attempts: number;
}

/** The steady clock, and the wall clock. */
export interface Now {
  readonly nowMs: number;
  readonly wallMs: number;
}

/** A file for which the service asks to wait ends after this many such answers. */
const maxWaits = 5;
/** The queue's longest wait of its own. */
const maxBackoffMs = 120_000;

/** The end of a life: the program did what the model forbids, or did not do what it requires. */
export class Broken extends Error {}

/**
 * The queue by its decisions (docs/decisions/0013), without its machinery: submissions in places,
 * one of a company on its way at a time, and the ledger's content.
 */
export class Model {
  readonly subs: Sub[] = [];
  isPaused = false;
  /** The end of the wait that the service asked for, on the clock that never goes back. */
  askedUntilMs = 0;
  /** The latest end of the queue's own wait. */
  backoffUntilMs = 0;
  /** After a failure one file at a time probes whether the service is back. */
  isProbing = false;
  /** A violation by the program; reported at the next look. */
  readonly faults: string[] = [];
  /** The ledger's content and its origin: each document, and each entered record. */
  readonly #arrived = new Map<LifeDocument | string, Sub>();
  /** Documents and records that a person said the ledger does not have. */
  readonly #allowed = new Set<LifeDocument | string>();
  #steps = 0;

  step(): number {
    this.#steps += 1;
    return this.#steps;
  }

  onTheWay(): Sub[] {
    return this.subs.filter(({ state }) => state === 'sending');
  }

  /** The next of a company, if only a pause or a wait holds it. */
  readyOf(company: number): Sub | null {
    const own = this.subs.filter(({ document }) => document.company === company);
    if (own.some(({ state }) => state === 'sending')) return null;
    const blocked = this.blocked();
    const waiting = own.filter((each) => each.state === 'queued' && !blocked.has(each));
    return waiting.toSorted(inOrder)[0] ?? null;
  }

  /**
   * Queued files that build on an earlier one whose end is unknown, that failed since, or that is
   * blocked itself; in the order of the queue, so that each finds what comes before it.
   */
  blocked(): ReadonlySet<Sub> {
    const blocked = new Set<Sub>();
    const queued = this.subs.filter(({ state, isReleased }) => state === 'queued' && !isReleased);
    for (const sub of queued.toSorted(inOrder)) {
      const isObstacle = (earlier: Sub) =>
        earlier.state === 'unknown' ||
        (earlier.state === 'failed' && earlier.endedAt > sub.queuedAt) ||
        blocked.has(earlier);
      const standsBefore = (earlier: Sub) =>
        inOrder(earlier, sub) < 0 &&
        buildsOn(sub.document, earlier.document, this.#unreplaced(earlier)) &&
        !this.subs.some(({ previous }) => previous === earlier);
      if (this.subs.some((each) => isObstacle(each) && standsBefore(each))) blocked.add(sub);
    }
    return blocked;
  }

  /** The records of a submission; of a creation, those that no later one has entered. */
  #unreplaced({ document, sequence }: Sub): readonly string[] {
    if (document.operation !== 'creation') return document.records;
    const entered = this.subs
      .filter((each) => each.sequence > sequence && each.document.operation === 'creation')
      .filter(({ state }) => state.endsWith('accepted'))
      .flatMap(({ document: { records }, refused }) => records.filter((r) => !refused.includes(r)));
    return document.records.filter((record) => !entered.includes(record));
  }

  /** A document is handed to the service. */
  left(sha256: string, nowMs: number): void {
    const sub = this.subs.find(
      (each) => each.document.sha256 === sha256 && each.state === 'queued',
    );
    const name = documents.find((each) => each.sha256 === sha256)?.name ?? sha256;
    if (!sub) {
      this.fault(`${name} left, and was not queued`);
      return;
    }
    if (this.isPaused) this.fault(`${name} left in a pause`);
    if (nowMs < this.askedUntilMs) this.fault(`${name} left in a wait that the service asked for`);
    const ready = this.readyOf(sub.document.company);
    if (ready !== sub) this.fault(`${name} left before ${ready?.document.name ?? 'its time'}`);
    sub.state = 'sending';
    sub.asked = null;
  }

  /** The end of an attempt; `nowMs` and `wallMs` are the service's times. */
  ended(sub: Sub, answer: Answer, { nowMs, wallMs }: Now): void {
    this.takeIn(sub, answer);
    if (answer.kind === 'busy' || answer.kind === 'lost_before') {
      this.isProbing = true;
      sub.attempts += 1;
      this.backoffUntilMs = nowMs + maxBackoffMs;
      sub.state = 'queued';
    } else {
      if (!answer.kind.startsWith('lost')) this.isProbing = false;
      sub.state = ends[answer.kind];
      sub.endedAt = this.step();
      sub.refused = refusedBy(answer, sub.document);
    }
    if (answer.kind !== 'busy') return;
    sub.waits += 1;
    const waitMs = answer.seconds * 1000;
    this.askedUntilMs = Math.max(this.askedUntilMs, nowMs + waitMs);
    sub.asked = { sinceMs: wallMs, untilMs: wallMs + waitMs };
    if (sub.waits < maxWaits) return;
    sub.attempts -= 1;
    Object.assign(sub, { state: 'failed', asked: null, endedAt: this.step() });
  }

  /** The ledger gets it; the same twice only if a person said so. */
  takeIn(sub: Sub, answer: Answer): void {
    const { document } = sub;
    const taken = takenRecords(answer, document);
    if (taken.length === 0) return;
    const brought = [document, ...(document.operation === 'creation' ? taken : [])];
    if (brought.some((each) => !this.#mayBring(each, sub)))
      this.fault(`${document.name} reached the service twice, and nobody had said yes`);
    for (const each of brought) {
      this.#allowed.delete(each);
      this.#arrived.set(each, sub);
    }
    if (document.operation !== 'cancellation') return;
    for (const record of taken) this.#arrived.delete(record);
  }

  /** The confirmation is for both: it was given when the later one of them was queued. */
  #mayBring(what: LifeDocument | string, sub: Sub): boolean {
    const former = this.#arrived.get(what);
    if (!former || this.#allowed.has(what)) return true;
    return (former.sequence > sub.sequence ? former : sub).isConfirmed;
  }

  /** A person decides how an unknown one ended. */
  resolved(sub: Sub, decision: 'accepted' | 'rejected' | 'not_delivered'): void {
    sub.state = decision === 'not_delivered' ? 'failed' : decision;
    sub.endedAt = this.step();
    const { document } = sub;
    if (decision !== 'accepted') this.#allowed.add(document);
    // A cancellation that arrived means that its records are not there.
    if (decision === 'accepted' && document.operation !== 'cancellation') return;
    for (const record of document.records) this.#allowed.add(record);
  }

  /**
   * The process is gone. The end of what was on its way is unknown, and so is an answer that had
   * not been stored. `left` is the history's content, by its ids.
   */
  killed(
    left: ReadonlyMap<string, Pick<Left, 'state' | 'attempts'>>,
    hasArrived: boolean,
    now: Now,
  ): void {
    for (const sub of this.subs) {
      const row = left.get(sub.id ?? '');
      if (!row) this.fault(`${sub.document.name} is lost`);
      else if (sub.state === 'sending') {
        if (row.state !== 'sending') this.fault(`${sub.document.name} left as ${row.state}`);
        if (hasArrived) this.takeIn(sub, { kind: 'lost_after' });
        this.#interrupted(sub);
      } else if (row.state === 'sending') {
        sub.attempts = row.attempts;
        this.#interrupted(sub);
      }
    }
    this.#takeUpWaits(now);
  }

  #interrupted(sub: Sub): void {
    sub.state = 'unknown';
    sub.endedAt = this.step();
    sub.refused = [];
    sub.asked = null;
  }

  /** The service's wait continues after a restart, as far as the clock tells. */
  #takeUpWaits({ nowMs, wallMs }: Now): void {
    const [longest] = this.subs
      .flatMap(({ state, asked }) => (state === 'queued' && asked ? [asked] : []))
      .toSorted((a, b) => b.untilMs - a.untilMs);
    const { sinceMs = 0, untilMs = 0 } = longest ?? {};
    // A clock that was set back makes no wait longer than it was.
    const waitMs = longest ? Math.min(untilMs - wallMs, untilMs - sinceMs) : 0;
    this.askedUntilMs = nowMs + Math.max(0, waitMs);
    const hasTried = this.subs.some(({ state, attempts }) => state === 'queued' && attempts > 0);
    this.backoffUntilMs = hasTried ? nowMs + maxBackoffMs : nowMs;
  }

  /** A person resumes the queue: the service's wait continues all the same. */
  hurried(nowMs: number): void {
    this.isProbing = false;
    if (nowMs >= this.askedUntilMs) this.backoffUntilMs = nowMs;
  }

  /**
   * A file that must be sent now and was not; null when the queue is right. The queue may wait
   * (`isWaiting`) as long as it has a reason.
   */
  overdue(nowMs: number, isWaiting: boolean): Sub | null {
    if (this.isPaused) return null;
    if (isWaiting && nowMs < Math.max(this.askedUntilMs, this.backoffUntilMs)) return null;
    if (this.isProbing && this.onTheWay().length > 0) return null;
    const all = new Set(this.subs.map(({ document }) => document.company));
    for (const company of all) {
      const ready = this.readyOf(company);
      if (ready) return ready;
    }
    return null;
  }

  /** With the whole queue, since a life cannot be inspected afterwards. */
  fault(what: string): void {
    const lines = this.subs.map(
      ({ sequence, place, document, state }) =>
        `${sequence} at ${place}: ${document.name} ${state}`,
    );
    this.faults.push([what, ...lines].join('\n  '));
  }
}

const ends = {
  accepted: 'accepted',
  partly: 'partially_accepted',
  rejected: 'rejected',
  too_large: 'failed',
  unavailable: 'unknown',
  lost_midway: 'unknown',
  lost_after: 'unknown',
  busy: 'queued',
  lost_before: 'queued',
} as const;

function refusedBy(answer: Answer, document: LifeDocument): readonly string[] {
  if (answer.kind !== 'partly' && answer.kind !== 'rejected') return [];
  const taken = takenRecords(answer, document);
  return document.records.filter((record) => !taken.includes(record));
}

/** A document that shares these records of another; a creation builds on cancellations only. */
const buildsOn = (one: LifeDocument, other: LifeDocument, records: readonly string[]): boolean =>
  one !== other &&
  (one.operation !== 'creation' || other.operation === 'cancellation') &&
  shares(records, one);

export const inOrder = (a: Sub, b: Sub): number => a.place - b.place || a.sequence - b.sequence;

export const shares = (records: readonly string[], { records: others }: LifeDocument): boolean =>
  records.some((record) => others.includes(record));
