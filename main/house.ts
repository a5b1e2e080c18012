import type { TakenFile } from '../contract/client.ts';
import { type Reply, ZubiError } from '../contract/errors.ts';
import type { AppEvent, EventPayload } from '../contract/events.ts';
import type { Status } from '../contract/settings.ts';
import { sweepDrafts } from './backup/copies.ts';
import { type BackupKeeper, createBackupKeeper } from './backup/keeper.ts';
import { createRecovery } from './backup/recovery.ts';
import { finishRestore } from './backup/restore.ts';
import { backupHandlers, type HistoryHolder } from './backup/service.ts';
import type { Clock, IncomingFile, Log } from './ports.ts';
import type { OpenVault } from './secrets/vault-options.ts';

/** What stays open while histories come and go. */
export interface Ground {
  readonly dataFolder: string;
  readonly version: string;
  readonly face: Status['face'];
  /** False when another running Zubi holds the data folder. */
  readonly owns: boolean;
  /** Whether copies and checks are made without being asked for. */
  readonly automatic: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: OpenVault;
  readonly emit: (event: AppEvent) => void;
  subscribe(listener: (event: AppEvent) => void): () => void;
}

/** The handlers that every history is opened with. */
export type BackupHandlers = ReturnType<typeof backupHandlers>;

/** The features at work on one history, or the few that answer while there is none. */
export interface Occupant {
  call(method: string, input: unknown): Promise<Reply<unknown>>;
  takeFile(file: IncomingFile): Promise<Reply<TakenFile>>;
  idle(): Promise<void>;
  close(drain: 'finish' | 'pause'): Promise<void>;
  readonly holds: Pick<HistoryHolder, 'companyKeys' | 'pathOf' | 'requireRest'> & {
    hasSubmissions(): Promise<boolean>;
    /** False when the history was too large to be looked at before it was opened. */
    readonly wasChecked: boolean;
  };
}

/** The application as its faces know it, whichever history it is on. */
export interface House {
  call(method: string, input: unknown): Promise<Reply<unknown>>;
  takeFile(file: IncomingFile): Promise<Reply<TakenFile>>;
  idle(): Promise<void>;
  /** Closes the history; the ground stays. */
  close(drain: 'finish' | 'pause'): Promise<void>;
}

/**
 * Opens the history, or, when it is damaged, the recovery: nothing is decided for the person. Throws what `openHistory` throws, `database_damaged` excepted.
 */
export async function openHouse(
  ground: Ground,
  openHistory: (backups: BackupHandlers) => Promise<Occupant>,
): Promise<House> {
  const house = new LastingHouse(ground, openHistory);
  await house.open();
  return house;
}

/** State: who is in, and why there is no history. */
class LastingHouse implements House {
  readonly #ground: Ground;
  readonly #openHistory: (backups: BackupHandlers) => Promise<Occupant>;
  readonly #keeper: BackupKeeper;
  readonly #handlers: BackupHandlers;
  readonly #unsubscribe: () => void;
  #current: Promise<Occupant>;
  #damage: ZubiError | null = null;
  #suspected = false;
  #closed = false;

  constructor(ground: Ground, openHistory: (backups: BackupHandlers) => Promise<Occupant>) {
    this.#ground = ground;
    this.#openHistory = openHistory;
    const { dataFolder, clock, log, emit } = ground;
    const onDamage = (error: ZubiError) => void this.#giveUp(error);
    this.#keeper = createBackupKeeper({ dataFolder, clock, log, emit, onDamage });
    this.#handlers = backupHandlers(this.#toHolder());
    this.#current = new Promise(() => undefined);
    this.#unsubscribe = ground.subscribe((event) => {
      if (event.name !== 'queue.changed' || !ground.owns) return;
      this.#watchQueue(event.payload);
      if (!ground.automatic) return;
      const { queued, sending, done } = event.payload;
      if (queued + sending === 0 && done > 0) this.#keeper.batchEnded();
    });
  }

  async open(): Promise<void> {
    if (this.#ground.owns) sweepDrafts(this.#ground.dataFolder);
    this.#current = Promise.resolve(await this.#enter());
  }

  async call(method: string, input: unknown): Promise<Reply<unknown>> {
    return this.#watch(await (await this.#current).call(method, input));
  }

  async takeFile(file: IncomingFile): Promise<Reply<TakenFile>> {
    return this.#watch(await (await this.#current).takeFile(file));
  }

  /** What SQLite itself calls damage, met by an ordinary call, is damage of the whole: the call is refused with it, and the recovery takes over. */
  #watch<Value>(reply: Reply<Value>): Reply<Value> {
    if (reply.ok || reply.error.code !== 'database_damaged' || !this.#ground.owns) return reply;
    const { cause } = reply.error.details;
    if (cause === 'SQLITE_NOTADB' || String(cause).startsWith('SQLITE_CORRUPT'))
      void this.#giveUp(new ZubiError('database_damaged', { cause: String(cause) }));
    return reply;
  }

  /** The queue paused itself over damage: the whole is looked at, once, to tell whether it is one document or the file. */
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
    // Before the history: its last connection to close is the one that writes the log back into the file.
    await this.#keeper.stop();
    await (await this.#current).close(drain);
  }

  /** The history when it can be opened, the recovery when it is damaged. */
  async #enter(): Promise<Occupant> {
    const { dataFolder, owns, automatic } = this.#ground;
    try {
      if (owns) finishRestore(dataFolder);
      this.#damage = null;
      const occupant = await this.#openHistory(this.#handlers);
      if (owns && automatic) await this.#lookAfter(occupant);
      return occupant;
    } catch (error) {
      if (!(error instanceof ZubiError) || error.code !== 'database_damaged') throw error;
      return this.#recover(error);
    }
  }

  #recover(error: ZubiError): Occupant {
    this.#damage = error;
    const cause = String(error.details.cause ?? 'unknown');
    this.#ground.log.error('history_damaged', { cause });
    return createRecovery(this.#ground, { handlers: this.#handlers, cause });
  }

  async #lookAfter({ holds }: Occupant): Promise<void> {
    // A copy of nothing would stand before older copies as the newest.
    if (await holds.hasSubmissions()) this.#keeper.started();
    if (!holds.wasChecked) this.#keeper.openedUnchecked();
  }

  /** Damage found while at work: what is on its way comes to its end, then nothing more is written into a history that cannot be trusted. */
  async #giveUp(error: ZubiError): Promise<void> {
    if (this.#closed || this.#damage) return;
    this.#damage = error;
    await this.#change(async (occupant) => {
      await occupant.close('finish');
      return this.#recover(error);
    });
  }

  /** One change at a time; whoever calls meanwhile is answered by the next occupant. */
  #change(next: (occupant: Occupant) => Promise<Occupant>): Promise<void> {
    // What cannot be opened for another reason than damage (a full disk) leaves the house in recovery too: there is nobody else to answer.
    this.#current = this.#current
      .then(next)
      .catch((error: unknown) =>
        this.#recover(error instanceof ZubiError ? error : new ZubiError('database_damaged')),
      );
    return this.#current.then(() => this.#ground.emit({ name: 'history.replaced', payload: {} }));
  }

  async #replace(swap: () => Promise<void>): Promise<void> {
    const failures: unknown[] = [];
    await this.#change(async (occupant) => {
      await this.#keeper.idle();
      await occupant.close('finish');
      await swap().catch((error: unknown) => failures.push(error));
      return this.#enter();
    });
    if (failures.length > 0) throw failures[0];
  }

  #toHolder(): HistoryHolder {
    const { dataFolder, clock, version, vault } = this.#ground;
    const holds = async () => (await this.#current).holds;
    return {
      ...{ dataFolder, clock, version, vault, keeper: this.#keeper },
      damage: () => this.#damage,
      companyKeys: async () => (await holds()).companyKeys(),
      pathOf: async (fileId) => (await holds()).pathOf(fileId),
      requireRest: async () => (await holds()).requireRest(),
      replace: (swap) => this.#replace(swap),
    };
  }
}
