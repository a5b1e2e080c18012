import type { Language } from '../contract/choices.ts';
import type { TakenFile } from '../contract/client.ts';
import type { Reply } from '../contract/errors.ts';
import type { AppEvent } from '../contract/events.ts';
import type { Status } from '../contract/settings.ts';
import type { ConnectionOptions } from './features/connection/public.ts';
import type { QueuePace } from './features/outbox/public.ts';
import type { UpdatePace, UpdateSource } from './features/updates/public.ts';
import type { WatchPace } from './features/watching/public.ts';
import type { OpenPreferenceStore } from './platform/files/preference-file.ts';
import type { StagedArchive } from './platform/files/staged-archive.ts';
import type { Clock, IncomingFile, Log } from './platform/ports.ts';
import type { Sealer } from './platform/secrets/sealer.ts';
import type { SecretClipboard } from './platform/secrets/secret-clipboard.ts';
import type { Validator } from './validator/validator-port.ts';

/** What a host gives the core. */
export interface AppOptions extends ConnectionOptions {
  /** Absolute; made when it is not there. */
  readonly dataFolder: string;
  /**
   * The person's folder for states (`chooseStateFolder`), apart from the data folder: it is noted
   * there how far the history has come. Null where there is none.
   */
  readonly stateFolder: string | null;
  readonly face: Status['face'];
  readonly version: string;
  /** How secrets can be kept here, the best first; the last one must always be available. */
  readonly sealers: readonly Sealer[];
  /**
   * Whether what was still queued when the last run ended is sent now: yes for a window, no for a
   * single command.
   */
  readonly resumeQueue: boolean;
  /**
   * How preferences are kept, by `conf` unless a host has its own way, and the language before a
   * person has chosen one.
   */
  readonly preferences?: {
    readonly open: OpenPreferenceStore;
    readonly usualLanguage: Language;
  };
  /** Where a host reaches the system's clipboard by itself. */
  readonly clipboard?: SecretClipboard;
  /** Where a host can replace itself by a newer version. */
  readonly updates?: UpdateSource;
  readonly updatePace?: UpdatePace;
  /** The system's dialog for a folder, where the host has one; null when none was chosen. */
  readonly chooseFolder?: () => Promise<string | null>;
  readonly clock?: Clock;
  /** Time and chance of the queue; real unless a test decides them. */
  readonly queuePace?: QueuePace;
  /** How soon a file of a watched folder has settled; real unless a test decides it. */
  readonly watchPace?: WatchPace;
  /**
   * UUIDs that begin with their time unless a test decides them: rows that are written together lie
   * together in the indexes.
   */
  readonly newId?: () => string;
  /** A stand-in for tests of the core alone. */
  readonly validator?: Validator;
  readonly log?: Log;
}

/** What becomes of the queue when the application closes; what has left always comes to its end. */
interface CloseOptions {
  readonly drain?: 'finish' | 'pause';
}

/** The core, running: the same for every host. */
export interface App {
  /** False when another running Zubi holds the data folder: then only readings are answered. */
  readonly ownsDataFolder: boolean;
  /** Parses, works, and gives back a value or an error with a code; never throws. */
  call(method: string, input: unknown): Promise<Reply<unknown>>;
  /** Gives back the function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void): () => void;
  /**
   * Takes a file in and gives a token for it; the method that the token is given to says what it is
   * for.
   */
  takeFile(file: IncomingFile): Promise<Reply<TakenFile>>;
  /** Takes an archive to the disk piece by piece, to be given to `takeFile` by its path. */
  stageArchive(pieces: AsyncIterable<Uint8Array>): Promise<Reply<StagedArchive>>;
  /** Resolves when nothing is queued or on its way. */
  idle(): Promise<void>;
  /**
   * Lets what is on its way come to its end, at most as long as the profile gives a submission,
   * then closes everything. What has not left stays queued and goes on at the next start (`finish`,
   * unless said otherwise), or waits there for a person (`pause`).
   */
  close(options?: CloseOptions): Promise<void>;
}
