import type { SoftwareGarante } from '../../../contract/connection.ts';
import { type ErrorCode, ZubiError } from '../../../contract/errors.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { toStoreError } from '../../platform/db/errors.ts';
import type { FileFault } from '../../platform/files/json-file.ts';
import type { SandboxHost, Vault } from '../../platform/ports.ts';
import { UnderWay } from '../../platform/under-way.ts';
import type { CallAnswer, ServiceClient, ServiceClientFactory } from '../../service/client-port.ts';
import { defaultServiceProfile, type ServiceProfile } from '../../service/profile.ts';
import {
  type ConnectionFile,
  type ConnectionSlot,
  readProfile,
  slotInForce,
} from './connection-file.ts';
import { type KeyNames, keyNamesOf } from './key-names.ts';
import type { LastContact } from './last-contact.ts';
import type { ProvenFile, Refusal } from './proven-file.ts';
import { createServiceKeys, type ServiceKeys } from './service-keys.ts';

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

type ConnectionHealth = 'none' | 'untested' | 'connected' | 'failing';

/**
 * The only place that knows the service in force. Opens its client once and closes it when the
 * connection changes: its running calls still end, and nobody but `close` waits for them.
 */
export interface ConnectionAccess extends ServiceKeys {
  /** What is configured, without starting anything. */
  configured():
    | { environment: 'none'; slot: null }
    | { environment: ConnectionId; slot: ConnectionSlot };
  /** Every connection, and which is in force. */
  file(): ConnectionFile;
  /** The name of a connection; its id where it has no name or is gone. */
  nameOf(id: ConnectionId): string;
  /**
   * Opens the service in force, and starts the own sandbox when that is in force. Throws
   * `connection_missing`, `sandbox_unavailable`, and what keeps the sandbox from being written.
   */
  active(): Promise<ActiveConnection>;
  /** As `active`. Throws `company_elsewhere` when another connection is in force. */
  activeFor(environment: ConnectionId): Promise<ActiveConnection>;
  /** Why no key is given out; null also while the vault cannot decide. */
  refusal(): Promise<Refusal | null>;
  /** Throws `Refusal` until a person confirms the address, and `secrets_locked`. */
  requireTrust(): Promise<void>;
  /** As `ProvenFile.change`. Opens the service in force anew. */
  change(next: (file: ConnectionFile) => ConnectionFile): Promise<void>;
  /** The same for what no call depends on: names, what is hidden, connections not in force. */
  relabel(next: (file: ConnectionFile) => ConnectionFile): Promise<void>;
  /** Starts (or finds running) the own sandbox. */
  startSandbox(): Promise<{ baseUrl: string; userApiKey: string }>;
  /** The service profile in force. */
  profile(): ServiceProfile;
  /** The profile of a connection, in force or not. */
  profileOf(id: ConnectionId): ServiceProfile;
  /** What was wrong with `connection.json` when it was opened. */
  fault(): FileFault | null;
  health(): ConnectionHealth;
  /** ISO time when the service in force was last reached, in any run; null when never. */
  lastContactAt(): string | null;
  close(): Promise<void>;
}

interface ConnectionOptions {
  readonly file: ProvenFile;
  readonly vault: Vault;
  readonly createClient: ServiceClientFactory;
  readonly keepAnswer: (environment: ConnectionId, answer: CallAnswer) => Promise<void>;
  readonly sandbox: SandboxHost | null;
  readonly dataFolder: string;
  readonly lastContact: LastContact;
  readonly onHealth: () => void;
}

/**
 * State: the running sandbox, the open client and the last known health. All else is in the file.
 */
export function createConnection(options: ConnectionOptions): ConnectionAccess {
  const { file, vault } = options;
  const sandbox = createSandboxSlot(options);
  const read = readerOf(file);
  const { configured } = read;
  let open: ActiveConnection | null = null;
  let health: Exclude<ConnectionHealth, 'none'> = 'untested';
  const leaving = new UnderWay();

  const replaceClient = (next: ActiveConnection | null) => {
    if (open) void leaving.add(open.client.close());
    open = next;
    health = 'untested';
  };

  const noteHealth = (client: ServiceClient, reachable: boolean) => {
    if (open?.client !== client) return;
    const next = reachable ? 'connected' : 'failing';
    if (reachable) options.lastContact.note(configured().slot);
    if (next === health) return;
    health = next;
    options.onHealth();
  };

  const active = async (): Promise<ActiveConnection> => {
    const { environment, slot } = configured();
    if (!slot) throw new ZubiError('connection_missing');
    const baseUrl = slot.own ? (await sandbox.start()).baseUrl : slot.baseUrl;
    // Another connection may be in force by now: this one's address gets none of its keys.
    if (configured().slot?.id !== slot.id) return active();
    // The own sandbox takes a free port at each start, so note its present address.
    if (baseUrl !== slot.baseUrl) file.noteSandbox(baseUrl);
    if (open?.baseUrl === baseUrl && open.environment === environment)
      return { ...open, softwareGarante: slot.softwareGarante };
    const opened = openService(options, { ...slot, baseUrl }, noteHealth);
    replaceClient(opened);
    return opened;
  };

  return {
    ...read,
    startSandbox: sandbox.start,
    active,
    async activeFor(environment) {
      const connection = await active();
      if (connection.environment === environment) return connection;
      throw new ZubiError('company_elsewhere', { environment });
    },
    ...createServiceKeys(file, vault),
    change: (next) =>
      file.change(next, () => {
        options.lastContact.forget();
        replaceClient(null);
      }),
    relabel: (next) => file.change(next, () => undefined),
    health: () => (configured().environment === 'none' ? 'none' : health),
    lastContactAt: () => options.lastContact.at(configured().slot),
    async close() {
      replaceClient(null);
      await leaving.idle();
      await sandbox.close();
    },
  };
}

function openService(
  { createClient, keepAnswer }: ConnectionOptions,
  slot: ConnectionSlot,
  noteHealth: (client: ServiceClient, reachable: boolean) => void,
): ActiveConnection {
  const { id: environment, baseUrl, softwareGarante } = slot;
  const keep = (answer: CallAnswer) => keepAnswer(environment, answer);
  const client = createClient(baseUrl, profileIn(slot), keep);
  return {
    environment,
    baseUrl,
    client,
    keyNames: keyNamesOf(slot),
    softwareGarante,
    noteHealth: (reachable) => noteHealth(client, reachable),
  };
}

/** What the file says, without starting anything. */
function readerOf(file: ProvenFile) {
  const configured: ConnectionAccess['configured'] = () => {
    const slot = slotInForce(file.read());
    return slot ? { environment: slot.id, slot } : { environment: 'none', slot: null };
  };
  const slotOf = (id: ConnectionId) =>
    file.read().connections.find((each) => each.id === id) ?? null;
  return {
    configured,
    file: () => file.read(),
    fault: () => file.fault(),
    refusal: () => file.refusal().catch(() => null),
    requireTrust: () => file.requireTrust(),
    profile: () => profileIn(configured().slot),
    profileOf: (id: ConnectionId) => profileIn(slotOf(id)),
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
