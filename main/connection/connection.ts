import type { SoftwareGarante } from '../../contract/connection.ts';
import { ZubiError } from '../../contract/errors.ts';
import type {
  JsonFile,
  SandboxHost,
  ServiceClient,
  ServiceClientFactory,
  Vault,
} from '../ports.ts';
import type { Secret } from '../secrets/secret.ts';
import {
  defaultServiceProfile,
  parseServiceProfile,
  type ServiceProfile,
} from '../service/profile.ts';
import type { FileFault, GuardedFile } from '../settings/json-file.ts';
import type { ServiceEnvironment } from '../store/tables.ts';
import { type ConnectionFile, type ConnectionSlot, secretNames } from './connection-file.ts';
import type { LastContact } from './last-contact.ts';

/** The service in force, ready to be called. */
export interface ActiveConnection {
  readonly environment: ServiceEnvironment;
  readonly baseUrl: string;
  readonly client: ServiceClient;
  readonly softwareGarante: SoftwareGarante | null;
}

export type ConnectionHealth = 'none' | 'untested' | 'connected' | 'failing';

/**
 * The one place that knows which service is in force; opens its client once and closes it when the
 * connection changes.
 */
export interface ConnectionAccess {
  /** What is configured, without starting anything. */
  configured(): { environment: 'none' | ServiceEnvironment; slot: ConnectionSlot | null };
  /**
   * Starts the own sandbox when it is the one in force. Throws `connection_missing`,
   * `sandbox_unavailable`.
   */
  active(): Promise<ActiveConnection>;
  /** Throws `user_key_missing`. */
  userKey(): Promise<Secret>;
  /**
   * Throws `certificate_key_missing`. `from` instead of the vault: keys that were opened before.
   */
  certificateKey(from?: Pick<Vault, 'get'>): Promise<Secret>;
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
  readonly file: GuardedFile<ConnectionFile>;
  readonly vault: Vault;
  readonly createClient: ServiceClientFactory;
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

  const profile = () => {
    const own = file.read().profile;
    return own ? parseServiceProfile(own) : defaultServiceProfile();
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
    profile,
    fault: () => file.fault(),
    async active() {
      const { environment, slot } = configured();
      if (environment === 'none' || !slot) throw new ZubiError('connection_missing');
      const baseUrl = slot.own ? (await sandbox.start()).baseUrl : slot.baseUrl;
      // The own sandbox takes a free port at each start: what is shown is where it is now.
      if (baseUrl !== slot.baseUrl) noteAddress(file, baseUrl);
      if (open?.baseUrl === baseUrl) return { ...open, softwareGarante: slot.softwareGarante };
      const former = open?.client;
      const client = options.createClient(baseUrl, file.read().profile);
      const opened = { environment, baseUrl, client, softwareGarante: slot.softwareGarante };
      // Before anything is waited for: whoever asks meanwhile gets this one, not another that
      // nobody would close.
      open = opened;
      health = 'untested';
      await former?.close();
      return opened;
    },
    userKey: () => requireSecret(vault, configured().environment, 'userApiKey'),
    certificateKey: (from = vault) =>
      requireSecret(from, configured().environment, 'certificateKey'),
    async change(next) {
      file.write(next(file.read()));
      options.lastContact.forget();
      await closeClient();
    },
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

function noteAddress(file: JsonFile<ConnectionFile>, baseUrl: string): void {
  const current = file.read();
  if (current.sandbox) file.write({ ...current, sandbox: { ...current.sandbox, baseUrl } });
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

async function requireSecret(
  vault: Pick<Vault, 'get'>,
  environment: 'none' | ServiceEnvironment,
  name: 'userApiKey' | 'certificateKey',
): Promise<Secret> {
  if (environment === 'none') throw new ZubiError('connection_missing');
  const secret = await vault.get(secretNames(environment)[name]);
  if (!secret)
    throw new ZubiError(name === 'userApiKey' ? 'user_key_missing' : 'certificate_key_missing');
  return secret;
}
