import { app, type Event } from 'electron';
import { describeError } from '../../platform/log/describe-error.ts';
import type { Log } from '../../platform/ports.ts';
import type { HostedApp } from './hosted-app.ts';
import type { Leaving } from './leaving.ts';

/**
 * Time limit for a core that hangs. The core waits for what is being sent as long as the service's
 * profile allows (minutes); this limit is longer, because an answer that nobody waits for is an
 * unknown outcome.
 */
const closeLimitMs = 15 * 60_000;

interface QuittingOptions {
  readonly log: Log;
  /** Null before the core is open: then nothing delays quitting. */
  core(): HostedApp | null;
  ask(core: HostedApp): Promise<Leaving>;
  /** Shows that Zubi ends; false when a person keeps edits that are not saved. */
  onClosing(isForced: boolean): Promise<boolean>;
  /** A person kept edits that are not saved: Zubi works on. */
  onStay(): void;
  /** Whether the installer of a newer version ends this run instead. */
  onClosed(): boolean;
}

/** The end of a run: asks, waits for the core, quits. */
export class Quitting {
  readonly #options: QuittingOptions;
  #phase: 'working' | 'asking' | 'ending' | 'closing' | 'closed' = 'working';
  /** Changes with every answer: an older wait no longer quits. */
  #answers = 0;

  constructor(options: QuittingOptions) {
    this.#options = options;
  }

  /** The page of the end loads, or the core closes: documents wait. */
  get isEnding(): boolean {
    return this.#phase === 'ending' || this.isClosing;
  }

  /** The core takes nothing any more. */
  get isClosing(): boolean {
    return this.#phase === 'closing' || this.#phase === 'closed';
  }

  /** Nothing is left to ask or finish: windows may close. */
  get isOver(): boolean {
    return this.#phase === 'closed';
  }

  /**
   * Delays quitting until a person has decided about the queue and the core is closed, or the time
   * is over.
   */
  beforeQuit(event: Event): void {
    const core = this.#options.core();
    if (core === null) this.#phase = 'closed';
    if (core === null || this.#phase === 'closed') return;
    event.preventDefault();
    if (this.#phase !== 'working') return;
    this.#phase = 'asking';
    void this.#leave(core);
  }

  /** Zubi was started again: after "finish and quit" it now stays. */
  callBack(): void {
    this.#answers += 1;
  }

  /**
   * The person's session ends: nobody is asked. What has left gets the seconds that the system
   * gives; the rest waits for a person.
   */
  async endNow(): Promise<void> {
    const core = this.#options.core();
    if (core !== null) await this.#end(core, 'pause', true);
    else app.quit();
  }

  async #leave(core: HostedApp): Promise<void> {
    const leaving = await this.#options.ask(core).catch(() => 'now' as const);
    if (this.isClosing) return;
    this.#answers += 1;
    const answer = this.#answers;
    if (leaving === 'stay' || leaving === 'finish') this.#phase = 'working';
    if (leaving === 'stay') return;
    // Until then it works as before: a person can look at it and quit in another way.
    if (leaving === 'finish') await core.idle();
    if (answer !== this.#answers) return;
    await this.#end(core, leaving === 'pause' ? 'pause' : 'finish');
  }

  async #end(core: HostedApp, drain: 'finish' | 'pause', isForced = false): Promise<void> {
    if (this.isClosing) return;
    if (isForced) void this.#options.onClosing(true);
    else if (!(await this.#mayClose())) return;
    this.#phase = 'closing';
    await this.#close(core, drain);
    this.#phase = 'closed';
    if (!this.#options.onClosed()) app.quit();
  }

  /** Shows the end; false when a person keeps unsaved edits, or the session has ended meanwhile. */
  async #mayClose(): Promise<boolean> {
    this.#phase = 'ending';
    const mayClose = await this.#options.onClosing(false);
    if (this.isClosing) return false;
    if (!mayClose) {
      this.#phase = 'working';
      this.#options.onStay();
    }
    return mayClose;
  }

  async #close(core: HostedApp, drain: 'finish' | 'pause'): Promise<void> {
    const limit = Promise.withResolvers<'late'>();
    setTimeout(() => limit.resolve('late'), closeLimitMs).unref();
    try {
      const ended = await Promise.race([core.close({ drain }), limit.promise]);
      if (ended === 'late') this.#options.log.warn('desktop.close_late');
    } catch (error) {
      this.#options.log.error('desktop.close_failed', describeError(error));
    }
  }
}
