import type { ErrorCode } from '../../../contract/errors.ts';
import type { Core } from '../core.ts';
import type { QueuePace } from './pace.ts';
import { maxFaults, maxRefusedKeys } from './retrying.ts';

/**
 * A person's pause ends with that person's word alone, the queue's own also with its cause. A
 * service that fails for sendings may answer other calls: that is no end of it.
 */
type Pause =
  | { readonly by: 'person' }
  | { readonly by: 'queue'; readonly because: ErrorCode; readonly untilPerson: boolean };

/**
 * Whether anything new may leave: not while the queue is paused, while a person is asked about a
 * history that went back, or once the application closes. State: these, and what leads to a pause.
 */
export class QueueGate {
  readonly #core: Pick<Core, 'chain' | 'log'>;
  readonly #pace: QueuePace;
  readonly #onPausedItself: () => void;
  #pause: Pause | null = null;
  #isClosed = false;
  /** Nothing new leaves before this moment of the pace. */
  #leavesAt = 0;
  /** Refusals of keys since the service last answered. */
  #refusedKeys = 0;
  /** The last fault of the service, and how often in a row it came. */
  #fault = { name: '', times: 0 };

  constructor(core: Pick<Core, 'chain' | 'log'>, pace: QueuePace, onPausedItself: () => void) {
    this.#core = core;
    this.#pace = pace;
    this.#onPausedItself = onPausedItself;
  }

  get isOpen(): boolean {
    return this.mayLeave && this.#pause === null;
  }

  /**
   * Whether what is already prepared may leave: a pause of the queue's own concerns only what comes
   * after it.
   */
  get mayLeave(): boolean {
    const isQuestion = this.#core.chain.question() !== null;
    return !this.#isClosed && this.#pause?.by !== 'person' && !isQuestion;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** `pausedBecause` is null when a person paused it. */
  pause(): { readonly paused: boolean; readonly pausedBecause: ErrorCode | null } {
    if (this.#core.chain.question()) return { paused: true, pausedBecause: 'history_went_back' };
    const pausedBecause = this.#pause?.by === 'queue' ? this.#pause.because : null;
    return { paused: this.#pause !== null, pausedBecause };
  }

  pauseByPerson(): void {
    this.#pause = { by: 'person' };
  }

  /** The queue pauses automatically: the next file would get the same error. */
  pauseItself(because: ErrorCode, untilPerson = false): void {
    this.#pause ??= { by: 'queue', because, untilPerson };
    this.#core.log.warn('queue_paused', { code: because });
    this.#onPausedItself();
  }

  /** The service refused a key; another may be refused as well. */
  noteRefusedKey(because: ErrorCode): void {
    this.#refusedKeys += 1;
    if (this.#refusedKeys >= maxRefusedKeys) this.pauseItself(because);
  }

  /** The service failed, and may fail for every file. */
  noteFault(because: ErrorCode, status: number | null): void {
    const name = `${because} ${status}`;
    this.#fault = { name, times: name === this.#fault.name ? this.#fault.times + 1 : 1 };
    if (this.#fault.times >= maxFaults) this.pauseItself(because, true);
  }

  /** The file ended otherwise: the next fault is the first one. */
  noteNoFault(): void {
    this.#fault = { name: '', times: 0 };
  }

  /** The service took a file: refused keys and faults before it no longer count. */
  noteAnswer(): void {
    this.#refusedKeys = 0;
    this.noteNoFault();
  }

  /** Another service is in force: what the former one did is no reason to wait. */
  forget(): void {
    this.noteAnswer();
    this.resumeItself(true);
  }

  resume(): void {
    this.#pause = null;
  }

  /** Ends a pause of the queue's own, on a person's request any; false when there was none. */
  resumeItself(isAsked = false): boolean {
    if (this.#pause?.by !== 'queue' || (this.#pause.untilPerson && !isAsked)) return false;
    this.#pause = null;
    return true;
  }

  holdOff(milliseconds: number): void {
    this.#leavesAt = this.#pace.now() + milliseconds;
  }

  /** Milliseconds until what was just queued may leave. */
  holdOffMs(): number {
    return Math.max(0, this.#leavesAt - this.#pace.now());
  }

  close(): void {
    this.#isClosed = true;
  }
}
