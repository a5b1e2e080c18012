import { join } from 'node:path';
import type { TakenFile } from '../contract/client.ts';
import { type Reply, ZubiError } from '../contract/errors.ts';
import type { EventPayload } from '../contract/events.ts';
import { createDispatch } from './dispatch.ts';
import {
  type BackupHandlers,
  type BackupKeeper,
  type Backups,
  backupHandlers,
  type Context,
  createBackupKeeper,
  createRecovery,
  finishRestore,
  type HistoryHolder,
  type Mode,
  type RecoveryCause,
  sweepDrafts,
  toDamage,
  toRecoveryCause,
} from './features/backup/public.ts';
import type { Handlers } from './features/core.ts';
import { toCallError } from './platform/call-error.ts';
import { toOpeningError } from './platform/db/opening-error.ts';
import type { IncomingFile } from './platform/ports.ts';

/** The application as its hosts see it, with any history. */
export type Lifecycle = Omit<Mode, 'historyAccess'>;

/**
 * Opens the history, or recovery when it is damaged or older: nothing is decided for the person.
 * Throws the other errors of `openHistory`.
 */
export async function startLifecycle(
  context: Context,
  openHistory: (backups: Backups) => Promise<Mode>,
): Promise<Lifecycle> {
  const lifecycle = new HistoryLifecycle(context, openHistory);
  await lifecycle.open();
  return lifecycle;
}

/** Methods that check the whole history. */
const checksAll: ReadonlySet<string> = new Set(['backup.check', 'backup.create']);

/** State: the mode, and why there is no history. */
class HistoryLifecycle implements Lifecycle {
  readonly #context: Context;
  readonly #openHistory: (backups: Backups) => Promise<Mode>;
  readonly #keeper: BackupKeeper;
  readonly #handlers: BackupHandlers;
  readonly #unsubscribe: () => void;
  readonly #forCheck = () => this.#historyAccess?.forCheck() ?? { keys: [], known: null };
  #current: Promise<Mode>;
  /** The history that was opened last; null before. */
  #historyAccess: Mode['historyAccess'] | null = null;
  #damage: ZubiError | null = null;
  #suspected = false;
  #closed = false;

  constructor(context: Context, openHistory: (backups: Backups) => Promise<Mode>) {
    this.#context = context;
    this.#openHistory = openHistory;
    const { dataFolder, clock, log, emit } = context;
    const onDamage = (error: ZubiError) => void this.#giveUp(error);
    const forCheck = this.#forCheck;
    this.#keeper = createBackupKeeper({ dataFolder, clock, log, emit, onDamage, forCheck });
    this.#handlers = backupHandlers(this.#toHolder());
    this.#current = new Promise(() => undefined);
    this.#unsubscribe = context.subscribe((event) => {
      if (!context.owns) return;
      if (event.name === 'queue.changed') this.#watchQueue(event.payload);
      if (event.name !== 'batch.ended' || !context.makesCopies) return;
      if (this.#historyAccess?.isTrusted()) this.#keeper.batchEnded();
    });
  }

  async open(): Promise<void> {
    if (this.#context.owns) sweepDrafts(this.#context.dataFolder);
    this.#current = Promise.resolve(await this.#enter());
  }

  call(method: string, input: unknown): Promise<Reply<unknown>> {
    return this.#ask((mode) => mode.call(method, input), checksAll.has(method));
  }

  takeFile(file: IncomingFile): Promise<Reply<TakenFile>> {
    return this.#ask((mode) => mode.takeFile(file));
  }

  /**
   * Damage found by a check of the whole history, or an error of SQLite that means damage in any
   * call, concerns the whole history: the call fails with it, and recovery takes over. A call under
   * way then finds the history closed, and fails with the damage too.
   */
  async #ask<Value>(
    ask: (mode: Mode) => Promise<Reply<Value>>,
    checks = false,
  ): Promise<Reply<Value>> {
    const asked = this.#current;
    const reply = await ask(await asked);
    if (reply.ok || !this.#context.owns) return reply;
    const { code, details } = reply.error;
    if (code === 'internal' && this.#damage && asked !== this.#current)
      return { ok: false, error: toCallError(this.#damage) };
    const isDamage = code === 'database_damaged';
    if (isDamage && (checks || /^SQLITE_(NOTADB|CORRUPT)/.test(String(details.cause))))
      void this.#giveUp(new ZubiError(reply.error));
    return reply;
  }

  /**
   * The queue paused itself because of damage: check everything once, to tell whether one document
   * or the whole file is damaged.
   */
  #watchQueue({ pausedBecause }: EventPayload<'queue.changed'>): void {
    const suspects = pausedBecause === 'database_damaged';
    if (suspects && !this.#suspected) this.#keeper.suspected();
    this.#suspected = suspects;
  }

  async idle(): Promise<void> {
    return (await this.#current).idle();
  }

  async close(drain: 'finish' | 'pause'): Promise<void> {
    this.#closed = true;
    this.#unsubscribe();
    // Before the history: its last connection to close writes the log back into the file.
    await this.#keeper.stop();
    await (await this.#current).close(drain);
  }

  /** The history when it can be opened, the recovery when it is damaged or older. */
  async #enter(): Promise<Mode> {
    const { dataFolder, owns, makesCopies, vault } = this.#context;
    try {
      if (owns) finishRestore(dataFolder, vault);
      this.#damage = null;
      const { fault } = this.#keeper;
      const mode = await this.#openHistory({ handlers: this.#handlers, fault });
      this.#historyAccess = mode.historyAccess;
      if (owns && makesCopies) await this.#lookAfter(mode);
      return mode;
    } catch (error) {
      const known = toOpeningError(error, join(dataFolder, 'zubi.db'));
      const found = toRecoveryCause(known);
      if (!found) throw known;
      return this.#recover(found);
    }
  }

  #recover(found: RecoveryCause): Mode {
    this.#damage = found.error;
    this.#context.log.error('history_damaged', { cause: found.cause });
    const { owns: mayChange, log } = this.#context;
    const serve = (handlers: Handlers) => createDispatch({ handlers, log, mayChange });
    return createRecovery(this.#context, { handlers: this.#handlers, found, serve });
  }

  async #lookAfter({ historyAccess }: Mode): Promise<void> {
    // A copy of an empty history would be the newest and displace older copies.
    const lastEventAt = await historyAccess.lastEventAt();
    if (historyAccess.isTrusted() && lastEventAt !== null) this.#keeper.started(lastEventAt);
    if (!historyAccess.wasChecked) this.#keeper.openedUnchecked();
  }

  /**
   * Damage found at work: files being sent finish, then nothing more is written into a history that
   * cannot be trusted.
   */
  async #giveUp(error: ZubiError): Promise<void> {
    if (this.#closed || this.#damage) return;
    this.#damage = error;
    await this.#change(async (mode) => {
      await mode.close('finish');
      return this.#recover(toDamage(error));
    });
  }

  /** One change at a time; a call made meanwhile is answered by the next mode. */
  #change(next: (mode: Mode) => Promise<Mode>): Promise<void> {
    const before = this.#current;
    // Recovery answers too when it cannot be opened for another reason, as on a full disk.
    this.#current = before
      .then(next)
      .catch((error: unknown) => this.#recover(toRecoveryCause(error) ?? toDamage(error)));
    return Promise.all([before, this.#current]).then(([old, mode]) => {
      if (mode !== old) this.#context.emit({ name: 'history.replaced', payload: {} });
    });
  }

  async #replace(swap: () => Promise<void>): Promise<void> {
    const failures: unknown[] = [];
    await this.#change(async (mode) => {
      await this.#keeper.idle();
      try {
        // Files may have been queued while a copy was unpacked and checked.
        await mode.historyAccess.requireRest();
      } catch (error) {
        // The next restoration or start deletes what was unpacked.
        failures.push(error);
        return mode;
      }
      await mode.close('finish');
      // What ended while closing may have begun a copy.
      await this.#keeper.idle();
      await swap().catch((error: unknown) => failures.push(error));
      return this.#enter();
    });
    if (failures.length > 0) throw failures[0];
  }

  #toHolder(): HistoryHolder {
    const { dataFolder, clock, version, vault } = this.#context;
    const historyAccess = async () => (await this.#current).historyAccess;
    return {
      dataFolder,
      clock,
      version,
      vault,
      keeper: this.#keeper,
      forCheck: this.#forCheck,
      damage: () => this.#damage,
      pathOf: async (fileId) => (await historyAccess()).pathOf(fileId),
      requireRest: async () => (await historyAccess()).requireRest(),
      replace: (swap) => this.#replace(swap),
    };
  }
}
