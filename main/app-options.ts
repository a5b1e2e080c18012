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
  /** Absolute; created when missing. */
  readonly dataFolder: string;
  /**
   * The person's folder for states (`chooseStateFolder`), outside the data folder: it also keeps
   * how far the history has come. Null where there is none.
   */
  readonly stateFolder: string | null;
  /**
   * The host. A window stays open: what the last run left in the queue is sent now. A command ends
   * what it queued itself, and then ends.
   */
  readonly face: Status['face'];
  readonly version: string;
  /** The ways to keep secrets here, the best first; the last one must always be available. */
  readonly sealers: readonly Sealer[];
  /**
   * Preferences, kept by `conf` unless a host has its own way, and the language until a person
   * chooses one.
   */
  readonly preferences?: {
    readonly open: OpenPreferenceStore;
    readonly usualLanguage: Language;
  };
  /** The system's clipboard, where a host reaches it. */
  readonly clipboard?: SecretClipboard;
  /** Updates, where a host can replace itself by a newer version. */
  readonly updates?: UpdateSource;
  readonly updatePace?: UpdatePace;
  /** The system's dialog for a folder, where the host has one; null when none was chosen. */
  readonly chooseFolder?: () => Promise<string | null>;
  readonly clock?: Clock;
  /** Clock and random numbers of the queue; tests set others. */
  readonly queuePace?: QueuePace;
  /** When a file of a watched folder counts as settled; tests set other values. */
  readonly watchPace?: WatchPace;
  /** A stand-in for tests of the core alone. */
  readonly validator?: Validator;
  readonly log?: Log;
  /** False: copies of the history are made on request alone, for tests of anything else. */
  readonly makesCopies?: boolean;
}

/** What happens to the queue when the application closes; files being sent always finish. */
interface CloseOptions {
  readonly drain?: 'finish' | 'pause';
}

/** The running core, the same for every host. */
export interface App {
  /** False when another running Zubi holds the data folder: then only readings are answered. */
  readonly ownsDataFolder: boolean;
  /**
   * Parses the input, runs the method, and returns a value or an error with a code; never throws.
   */
  call(method: string, input: unknown): Promise<Reply<unknown>>;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void): () => void;
  /**
   * Takes a file and returns a token for it; the method that gets the token decides what the file
   * is for.
   */
  takeFile(file: IncomingFile): Promise<Reply<TakenFile>>;
  /** Writes an archive to the disk piece by piece; its path then goes to `takeFile`. */
  stageArchive(pieces: AsyncIterable<Uint8Array>): Promise<Reply<StagedArchive>>;
  /** Resolves when nothing is being sent and nothing will be without a person. */
  idle(): Promise<void>;
  /**
   * Lets files being sent finish, for at most the profile's time for a submission, then closes
   * everything. Unsent files stay queued and continue at the next start (`finish`, the default), or
   * wait there for a person (`pause`).
   */
  close(options?: CloseOptions): Promise<void>;
}
