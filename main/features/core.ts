import type { Reply } from '../../contract/errors.ts';
import type { AppEvent } from '../../contract/events.ts';
import type { MethodName, Output, ParsedInput } from '../../contract/methods.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Chain } from '../platform/chain/chain.ts';
import type { Store } from '../platform/db/store.ts';
import type { FileFault } from '../platform/files/json-file.ts';
import type { StagedTables } from '../platform/files/staged-tables.ts';
import type { Clock, DocumentInspector, JsonFile, Log } from '../platform/ports.ts';
import type { SecretClipboard } from '../platform/secrets/secret-clipboard.ts';
import type { OpenVault } from '../platform/secrets/vault-options.ts';
import type { Validator } from '../validator/validator-port.ts';
import type { ConnectionAccess } from './connection/connection.ts';
import type { SchemaLibrary } from './schemas/library.ts';

/** The settings, out of two files. */
export interface SettingsFile extends JsonFile<Settings> {
  /** What was found wrong with each file, by its name. */
  faults(): Readonly<Record<'settings.json' | 'preferences.json', FileFault | null>>;
}

/**
 * What every feature is given: the outside as ports, and what all features share (history,
 * settings, connection, schemas). The state of one feature stays inside it.
 */
export interface Core {
  readonly dataFolder: string;
  readonly store: Store;
  /** The seals of the history, and what is known of it outside the database. */
  readonly chain: Chain;
  readonly vault: OpenVault;
  /**
   * Null where the host does not reach the system's clipboard: a window's page copies by itself.
   */
  readonly clipboard: SecretClipboard | null;
  /** Handed-over tables, which may hold keys. */
  readonly stagedTables: StagedTables;
  readonly validator: Validator;
  readonly schemas: SchemaLibrary;
  readonly documents: DocumentInspector;
  readonly connection: ConnectionAccess;
  readonly settings: SettingsFile;
  readonly clock: Clock;
  /**
   * A fresh UUID that begins with its time, so that rows written together are neighbours in the
   * indexes.
   */
  readonly newId: () => string;
  readonly log: Log;
  /** Notifies every host of a change. */
  readonly emit: (event: AppEvent) => void;
}

/** The one entry to the contract: a method by its name, with unparsed input. Never throws. */
export type Dispatch = (method: string, input: unknown) => Promise<Reply<unknown>>;

/** A method's work, on parsed input. */
export type Handler<Name extends MethodName> = (input: ParsedInput<Name>) => Promise<Output<Name>>;

/** A feature serves the methods it names; together the features serve all of them. */
export type Handlers<Name extends MethodName = MethodName> = {
  readonly [Each in Name]: Handler<Each>;
};
