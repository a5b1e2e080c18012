import { powerSaveBlocker } from 'electron';
import type { AppEvent } from '../../../contract/events.ts';
import type { QueueSummary } from '../../../contract/queue.ts';
import { isMoving, shareDone } from '../../features/outbox/public.ts';
import type { MainWindow } from './main-window.ts';

/** Signs of the queue for the system: stay awake while files leave, and progress. */
export class QueueSigns {
  readonly #window: MainWindow;
  #queue: QueueSummary | null = null;
  /** Submissions that await their answer. */
  readonly #sending = new Set<string>();
  #blocker: number | null = null;

  constructor(window: MainWindow) {
    this.#window = window;
  }

  /**
   * Whether ending now could leave an outcome unknown. The state of the queue comes at intervals: a
   * file about to leave may have left since. A submission's own state comes at once.
   */
  get isMoving(): boolean {
    return this.#sending.size > 0 || (this.#queue !== null && isMoving(this.#queue));
  }

  follow(event: AppEvent): void {
    if (event.name === 'submission.changed') {
      const { id, state } = event.payload;
      if (state === 'sending') this.#sending.add(id);
      else this.#sending.delete(id);
    }
    // Nothing of a new history is being sent yet.
    if (event.name === 'history.replaced') this.#sending.clear();
    if (event.name === 'queue.changed') {
      this.#queue = event.payload;
      this.#keepAwake(isMoving(event.payload));
      this.show();
    }
  }

  /** Shows the progress, also on a window that was opened meanwhile. */
  show(): void {
    const window = this.#window.current;
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
