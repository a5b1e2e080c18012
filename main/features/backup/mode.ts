import type { TakenFile } from '../../../contract/client.ts';
import type { Reply } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { Status } from '../../../contract/settings.ts';
import type { IncomingFile } from '../../platform/ports.ts';
import type { Core } from '../core.ts';
import type { BackupKeeper } from './keeper.ts';
import type { backupHandlers, HistoryHolder } from './service.ts';

/** What stays open when the history is replaced. */
export interface Context extends Pick<Core, 'dataFolder' | 'clock' | 'log' | 'vault' | 'emit'> {
  readonly version: string;
  readonly face: Status['face'];
  /** False when another running Zubi holds the data folder. */
  readonly owns: boolean;
  /** Copies and checks are made by themselves too, not only on request. */
  readonly makesCopies: boolean;
  subscribe(listener: (event: AppEvent) => void): () => void;
}

export type BackupHandlers = ReturnType<typeof backupHandlers>;

/** What every history is opened with: the handlers, and why the last automatic copy failed. */
export interface Backups extends Pick<BackupKeeper, 'fault'> {
  readonly handlers: BackupHandlers;
}

/** The application's mode: all features on one history, or recovery while no history is usable. */
export interface Mode {
  call(method: string, input: unknown): Promise<Reply<unknown>>;
  takeFile(file: IncomingFile): Promise<Reply<TakenFile>>;
  idle(): Promise<void>;
  /** Closes the history; the context stays. */
  close(drain: 'finish' | 'pause'): Promise<void>;
  readonly historyAccess: Pick<HistoryHolder, 'forCheck' | 'pathOf' | 'requireRest'> & {
    /** The time of the last event of a submission; null without one. */
    lastEventAt(): Promise<string | null>;
    /** False when the history was too large to check before it was opened. */
    readonly wasChecked: boolean;
    /** False while a person decides whether this history is right. It is not copied then. */
    isTrusted(): boolean;
  };
}
