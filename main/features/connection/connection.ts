import type { SoftwareGarante } from '../../../contract/connection.ts';
import { type ErrorCode, ZubiError } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { toStoreError } from '../../platform/db/errors.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Clock, Log, SandboxHost, Vault } from '../../platform/ports.ts';
import { UnderWay } from '../../platform/under-way.ts';
import { createServiceClient } from '../../service/client.ts';
import type { CallAnswer, ServiceClient, ServiceClientFactory } from '../../service/client-port.ts';
import { defaultServiceProfile, type ServiceProfile } from '../../service/profile.ts';
import type { ProxySettings } from '../../service/proxy.ts';
import {
  type ConnectionFile,
  type ConnectionSlot,
  readProfile,
  slotInForce,
} from './connection-file.ts';
import { type KeyNames, keyNamesOf } from './key-names.ts';
import { createLastContact } from './last-contact.ts';
import { ProvenFile } from './proven-file.ts';
import { keepAnswer } from './service-answers.ts';
import { createServiceKeys } from './service-keys.ts';

/** The service in force, ready to be called. */
export interface ActiveConnection {
  readonly environment: ConnectionId;
  readonly baseUrl: string;
  readonly client: ServiceClient;
  /** Key names of this service. Keys that it gives are stored under these names. */
  readonly keyNames: KeyNames;
  readonly softwareGarante: SoftwareGarante | null;
  /** Called after each call: whether the service was reached. Ignored once it is not in force. */
  readonly noteHealth: (reachable: boolean) => void;
}

/** What a host gives the connection. */
export interface ConnectionOptions {
  readonly dataFolder: string;
  /** Null where the sandbox cannot be run inside this process. */
  readonly sandbox: SandboxHost | null;
  readonly proxy?: ProxySettings;
  /** A substitute for tests of the core alone. */
  readonly createClient?: ServiceClientFactory;
}

/** What the core gives it. */
interface Context {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  readonly emit: (event: AppEvent) => void;
  readonly store: Store;
  /** False for a process that only reads the data folder. */
  readonly owns: boolean;
}

/** The only place that knows the service in force. */
export type ConnectionAccess = ReturnType<typeof createConnectionAccess>;

/**
 * Opens `connection.json` and, when it is first needed, the client of the service in it. The client
 * closes when the connection changes: its running calls still end, and nobody but `close` waits for
 * them. State: the running sandbox, the open client and the last known health. All else is in the
 * file.
 */
export function createConnectionAccess(options: ConnectionOptions, context: Context) {
  const { vault, clock, owns, emit } = context;
  const { dataFolder } = options;
  const file = new ProvenFile({ dataFolder, vault, clock });
  const lastContact = createLastContact({ dataFolder, clock, mayWrite: owns });
  const sandbox = createSandboxSlot(options);
  const read = readerOf(file);
  const { configured } = read;
  const client = new OpenClient(
    () => lastContact.note(configured().slot),
    () => emit({ name: 'connection.changed', payload: {} }),
  );

  /**
   * Opens the service in force, and starts the own sandbox when that is in force. Throws
   * `connection_missing`, `sandbox_unavailable`, and what keeps the sandbox from being written.
   */
  const active = async (): Promise<ActiveConnection> => {
    const { environment, slot } = configured();
    if (!slot) throw new ZubiError('connection_missing');
    const baseUrl = slot.own ? (await sandbox.start()).baseUrl : slot.baseUrl;
    // Another connection may be in force by now: this one's address gets none of its keys.
    if (configured().slot?.id !== slot.id) return active();
    // The own sandbox takes a free port at each start, so note its present address.
    if (baseUrl !== slot.baseUrl) file.noteSandbox(baseUrl);
    const { current } = client;
    if (current?.baseUrl === baseUrl && current.environment === environment)
      return { ...current, softwareGarante: slot.softwareGarante };
    const opened = openService(options, context, { ...slot, baseUrl }, client);
    client.replace(opened);
    return opened;
  };

  return {
    ...read,
    ...createServiceKeys(file, vault),
    active,
    /** As `active`. Throws `company_elsewhere` when another connection is in force. */
    async activeFor(environment: ConnectionId): Promise<ActiveConnection> {
      const connection = await active();
      if (connection.environment === environment) return connection;
      throw new ZubiError('company_elsewhere', { environment });
    },
    /** Starts (or finds running) the own sandbox. */
    startSandbox: sandbox.start,
    /** As `ProvenFile.change`. Opens the service in force anew. */
    change: (next: (file: ConnectionFile) => ConnectionFile) =>
      file.change(next, () => {
        lastContact.forget();
        client.replace(null);
      }),
    health: () => (configured().environment === 'none' ? 'none' : client.health),
    /** ISO time when the service in force was last reached, in any run; null when never. */
    lastContactAt: () => lastContact.at(configured().slot),
    async close() {
      client.replace(null);
      await client.left();
      await sandbox.close();
    },
  };
}

/** State: the open client, its last known health, and former clients whose calls still end. */
class OpenClient {
  current: ActiveConnection | null = null;
  health: 'untested' | 'connected' | 'failing' = 'untested';
  readonly #leaving = new UnderWay();
  readonly #onReached: () => void;
  readonly #onHealth: () => void;

  constructor(onReached: () => void, onHealth: () => void) {
    this.#onReached = onReached;
    this.#onHealth = onHealth;
  }

  replace(next: ActiveConnection | null): void {
    if (this.current) void this.#leaving.add(this.current.client.close());
    this.current = next;
    this.health = 'untested';
  }

  noteHealth(client: ServiceClient, reachable: boolean): void {
    if (this.current?.client !== client) return;
    const next = reachable ? 'connected' : 'failing';
    if (reachable) this.#onReached();
    if (next === this.health) return;
    this.health = next;
    this.#onHealth();
  }

  left(): Promise<void> {
    return this.#leaving.idle();
  }
}

function openService(
  { createClient, proxy: transport = {} }: ConnectionOptions,
  { log, vault, clock, store: { queries } }: Context,
  slot: ConnectionSlot,
  open: OpenClient,
): ActiveConnection {
  const { id: environment, baseUrl, softwareGarante } = slot;
  const profile = profileIn(slot);
  const keep = (answer: CallAnswer) =>
    keepAnswer({ queries, vault, clock, log }, environment, answer);
  const client =
    createClient?.(baseUrl, profile, keep) ??
    createServiceClient({ baseUrl, profile, transport, log, keep });
  return {
    environment,
    baseUrl,
    client,
    keyNames: keyNamesOf(slot),
    softwareGarante,
    noteHealth: (reachable) => open.noteHealth(client, reachable),
  };
}

/** What the file says, without starting anything. */
function readerOf(file: ProvenFile) {
  /** The connection in force. */
  const configured = ():
    | { environment: 'none'; slot: null }
    | { environment: ConnectionId; slot: ConnectionSlot } => {
    const slot = slotInForce(file.read());
    return slot ? { environment: slot.id, slot } : { environment: 'none', slot: null };
  };
  const slotOf = (id: ConnectionId) =>
    file.read().connections.find((each) => each.id === id) ?? null;
  return {
    configured,
    /** Every connection, and which is in force. */
    file: () => file.read(),
    /** What was wrong with `connection.json` when it was opened. */
    fault: () => file.fault(),
    /** Why no key is given out; null also while the vault cannot decide. */
    refusal: () => file.refusal().catch(() => null),
    requireTrust: () => file.requireTrust(),
    /** As `change`, for what no call depends on: names, what is hidden, others than in force. */
    relabel: (next: (file: ConnectionFile) => ConnectionFile) => file.change(next, () => undefined),
    /** The service profile in force. */
    profile: () => profileIn(configured().slot),
    /** The profile of a connection, in force or not. */
    profileOf: (id: ConnectionId) => profileIn(slotOf(id)),
    /** The name of a connection; its id where it has no name or is gone. */
    nameOf: (id: ConnectionId) => slotOf(id)?.name || id,
  };
}

/** The default profile where the stored one is not taken: then no key is given out. */
function profileIn(slot: ConnectionSlot | null): ServiceProfile {
  return (slot && readProfile(slot)) ?? defaultServiceProfile();
}

/** Faults of this computer that keep the own sandbox from starting. */
const computerFaults: readonly ErrorCode[] = [
  'disk_full',
  'too_many_open_files',
  'data_folder_not_writable',
];

/** Starts the own sandbox when it is first needed, once in this process. */
function createSandboxSlot({ sandbox, dataFolder }: ConnectionOptions) {
  let running: ReturnType<SandboxHost['start']> | null = null;
  return {
    async start() {
      if (!sandbox) throw new ZubiError('sandbox_unavailable');
      running ??= sandbox.start(dataFolder);
      try {
        return await running;
      } catch (error) {
        running = null;
        const known = toStoreError(error);
        if (known instanceof ZubiError && computerFaults.includes(known.code)) throw known;
        throw new ZubiError('sandbox_unavailable', {}, { cause: error });
      }
    },
    async close() {
      const started = running;
      running = null;
      await (await started?.catch(() => null))?.close();
    },
  };
}
