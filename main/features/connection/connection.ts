import type { SoftwareGarante } from '../../../contract/connection.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { ServiceEnvironment } from '../../platform/db/environment.ts';
import type { FileFault } from '../../platform/files/json-file.ts';
import type { SandboxHost, Vault } from '../../platform/ports.ts';
import type { CallAnswer, ServiceClient, ServiceClientFactory } from '../../service/client-port.ts';
import {
  defaultServiceProfile,
  parseServiceProfile,
  type ServiceProfile,
} from '../../service/profile.ts';
import type { ConnectionFile, ConnectionSlot } from './connection-file.ts';
import { type KeyNames, keyNamesOf } from './key-names.ts';
import type { LastContact } from './last-contact.ts';
import type { Proof, ProvenFile } from './proven-file.ts';
import { createServiceKeys, type ServiceKeys } from './service-keys.ts';

/** The service in force, ready to be called. */
export interface ActiveConnection {
  readonly environment: ServiceEnvironment;
  readonly baseUrl: string;
  readonly client: ServiceClient;
  /** Of this very service: what comes of a call to it is kept under these. */
  readonly keyNames: KeyNames;
  readonly softwareGarante: SoftwareGarante | null;
}

export type ConnectionHealth = 'none' | 'untested' | 'connected' | 'failing';

/**
 * The one place that knows which service is in force; opens its client once and closes it when the
 * connection changes.
 */
export interface ConnectionAccess extends ServiceKeys {
  /** What is configured, without starting anything. */
  configured(): { environment: 'none' | ServiceEnvironment; slot: ConnectionSlot | null };
  /**
   * Starts the own sandbox when it is the one in force. Throws `connection_missing`,
   * `sandbox_unavailable`.
   */
  active(): Promise<ActiveConnection>;
  /** Whether the sandbox of this application stood at that address when it ran last. */
  isOwnSandbox(baseUrl: string): boolean;
  /** Whether the connection is as it was set through the vault: no key is given out before. */
  proof(): Promise<Proof>;
  /** Throws `connection_unproven` while a person has to confirm its address, `secrets_locked`. */
  requireTrust(): Promise<void>;
  /** As `ProvenFile.change`. */
  change(next: (file: ConnectionFile) => ConnectionFile): Promise<void>;
  /** Starts (or finds running) the own sandbox. */
  startSandbox(): Promise<{ baseUrl: string; userApiKey: string }>;
  /** The service profile in force. */
  profile(): ServiceProfile;
  /** What was wrong with `connection.json` when it was opened. */
  fault(): FileFault | null;
  health(): ConnectionHealth;
  /**
   * When the service in force was reached last, in this run or before it (ISO); null when it never
   * was.
   */
  lastContactAt(): string | null;
  /** Told after each call how it went. */
  noteHealth(reachable: boolean): void;
  close(): Promise<void>;
}

interface ConnectionOptions {
  readonly file: ProvenFile;
  readonly vault: Vault;
  readonly createClient: ServiceClientFactory;
  readonly keepAnswer: (environment: ServiceEnvironment, answer: CallAnswer) => Promise<void>;
  readonly sandbox: SandboxHost | null;
  readonly dataFolder: string;
  readonly lastContact: LastContact;
  readonly onHealth: () => void;
}

/**
 * State: the running sandbox, the open client and the last known health; everything else is in the
 * file.
 */
export function createConnection(options: ConnectionOptions): ConnectionAccess {
  const { file, vault } = options;
  const sandbox = createSandboxSlot(options);
  let open: ActiveConnection | null = null;
  let health: Exclude<ConnectionHealth, 'none'> = 'untested';

  const configured = () => {
    const { active, ...slots } = file.read();
    if (active === 'none') return { environment: 'none', slot: null } as const;
    return { environment: active, slot: slots[active] } as const;
  };

  const closeClient = async () => {
    const client = open?.client;
    open = null;
    health = 'untested';
    await client?.close();
  };

  return {
    configured,
    startSandbox: sandbox.start,
    profile: () => profileIn(file.read()),
    fault: () => file.fault(),
    async active() {
      const { environment, slot } = configured();
      if (environment === 'none' || !slot) throw new ZubiError('connection_missing');
      const baseUrl = slot.own ? (await sandbox.start()).baseUrl : slot.baseUrl;
      // The own sandbox takes a free port at each start: what is shown is where it is now.
      if (baseUrl !== slot.baseUrl) file.noteSandbox(baseUrl);
      if (open?.baseUrl === baseUrl) return { ...open, softwareGarante: slot.softwareGarante };
      const former = open?.client;
      const client = options.createClient(baseUrl, file.read().profile, (answer) =>
        options.keepAnswer(environment, answer),
      );
      const keyNames = keyNamesOf(environment, slot);
      const { softwareGarante } = slot;
      const opened = { environment, baseUrl, client, keyNames, softwareGarante };
      // Before anything is waited for: whoever asks meanwhile gets this one, not another that
      // nobody would close.
      open = opened;
      health = 'untested';
      await former?.close();
      return opened;
    },
    ...createServiceKeys(file, vault),
    isOwnSandbox: (baseUrl) => file.isSandboxAt(baseUrl),
    proof: () => file.proof(),
    requireTrust: () => file.requireTrust(),
    change: (next) =>
      file.change(next, () => {
        options.lastContact.forget();
        return closeClient();
      }),
    health: () => (configured().environment === 'none' ? 'none' : health),
    lastContactAt: () => options.lastContact.at(configured().slot),
    noteHealth(reachable) {
      const next = reachable ? 'connected' : 'failing';
      if (reachable) options.lastContact.note(configured().slot);
      if (next === health) return;
      health = next;
      options.onHealth();
    },
    async close() {
      await closeClient();
      await sandbox.close();
    },
  };
}

function profileIn({ profile }: ConnectionFile): ServiceProfile {
  return profile ? parseServiceProfile(profile) : defaultServiceProfile();
}

/**
 * The own sandbox runs at most once in this process, and only from the moment somebody needs it.
 */
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
