import type { TakenFile } from '../../../contract/client.ts';
import type { Reply } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { Status } from '../../../contract/settings.ts';
import type { ChainGround } from '../../platform/chain/reached.ts';
import type { Clock, IncomingFile, Log } from '../../platform/ports.ts';
import type { OpenVault } from '../../platform/secrets/vault-options.ts';
import type { backupHandlers, HistoryHolder } from './service.ts';

/** What stays open while histories come and go. */
export interface Context {
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

/**
 * What the application does now: all features at work on one history, or the few that answer while
 * there is none.
 */
export interface Mode {
  call(method: string, input: unknown): Promise<Reply<unknown>>;
  takeFile(file: IncomingFile): Promise<Reply<TakenFile>>;
  idle(): Promise<void>;
  close(drain: 'finish' | 'pause'): Promise<void>;
  readonly historyAccess: Pick<HistoryHolder, 'pathOf' | 'requireRest'> & {
    hasSubmissions(): Promise<boolean>;
    /** False when the history was too large to be looked at before it was opened. */
    readonly wasChecked: boolean;
    /** With what the chain is verified in another thread. */
    forCheck(): ChainGround;
    /** False while a person is asked whether it is the right history: then it is not copied. */
    isTrusted(): boolean;
  };
}
