import { type BrowserWindow, powerSaveBlocker } from 'electron';
import type { EventPayload } from '../../../contract/events.ts';
import type { QueueSummary } from '../../../contract/queue.ts';
import { isMoving, shareDone } from '../../features/outbox/public.ts';

/** Signs of the queue for the system: stay awake while files leave, and progress. */
export class QueueSigns {
  #queue: QueueSummary | null = null;
  /** Submissions that await their answer. */
  readonly #sending = new Set<string>();
  #blocker: number | null = null;

  /**
   * Whether ending now could leave an outcome unknown. The state of the queue comes at intervals: a
   * file about to leave may have left since. A submission's own state comes at once.
   */
  get isMoving(): boolean {
    return this.#sending.size > 0 || (this.#queue !== null && isMoving(this.#queue));
  }

  note({ id, state }: EventPayload<'submission.changed'>): void {
    if (state === 'sending') this.#sending.add(id);
    else this.#sending.delete(id);
  }

  /** Another history: nothing of it is on its way yet. */
  forget(): void {
    this.#sending.clear();
  }

  follow(queue: QueueSummary, window: BrowserWindow | null): void {
    this.#queue = queue;
    this.#keepAwake(isMoving(queue));
    this.show(window);
  }

  /** Also on a window that was opened meanwhile. */
  show(window: BrowserWindow | null): void {
    const share = this.#queue === null ? null : shareDone(this.#queue);
    if (share === null) window?.setProgressBar(-1);
    else window?.setProgressBar(share, { mode: this.#queue?.paused ? 'paused' : 'normal' });
  }

  #keepAwake(isWanted: boolean): void {
    if (isWanted) this.#blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    if (isWanted || this.#blocker === null) return;
    powerSaveBlocker.stop(this.#blocker);
    this.#blocker = null;
  }
}
