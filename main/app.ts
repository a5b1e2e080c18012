import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { TakenFile } from '../contract/client.ts';
import { type Reply, ZubiError } from '../contract/errors.ts';
import type { AppEvent } from '../contract/events.ts';
import { type Settings, type Status, settingsSchema } from '../contract/settings.ts';
import { authorizationHandlers } from './authorizations/handlers.ts';
import { createDocumentInspector } from './authorizations/inspector.ts';
import { createUploader, recoverInterruptedUploads, type Uploader } from './authorizations/uploads.ts';
import { exportHandlers } from './companies/export.ts';
import { companyHandlers } from './companies/handlers.ts';
import { importHandlers } from './companies/import/import.ts';
import { type CompanyJobs, createCompanyJobs } from './companies/job.ts';
import { recoverCompanies } from './companies/keys.ts';
import { type ConnectionAccess, createConnection } from './connection/connection.ts';
import { type ConnectionFile, connectionFileSchema } from './connection/connection-file.ts';
import { connectionHandlers } from './connection/handlers.ts';
import type { Core } from './core.ts';
import { createDispatch, type Dispatch, toCallError } from './dispatch.ts';
import { clearIncoming, takeFile } from './incoming/incoming.ts';
import { createJudge } from './ledger/judge.ts';
import { createLog, type FileLog } from './log/log.ts';
import type {
  Clock,
  DocumentInspector,
  IncomingFile,
  Judge,
  Log,
  SandboxHost,
  ServiceClientFactory,
} from './ports.ts';
import { reportHandlers } from './reports/handlers.ts';
import { schemaHandlers } from './schemas/handlers.ts';
import { openSchemaLibrary } from './schemas/library.ts';
import { LiveSecrets } from './secrets/live-secrets.ts';
import type { Sealer } from './secrets/sealer.ts';
import { type OpenVault, openVault } from './secrets/vault.ts';
import { createServiceClient } from './service/client.ts';
import { defaultServiceProfile, parseServiceProfile } from './service/profile.ts';
import type { ProxySettings } from './service/proxy.ts';
import { settingsHandlers } from './settings/handlers.ts';
import { createJsonFile } from './settings/json-file.ts';
import { type FolderLock, takeFolder } from './store/lock.ts';
import { openStore, prepareDataFolder, type Store } from './store/store.ts';
import { correctionHandlers } from './submissions/corrections.ts';
import { historyHandlers } from './submissions/history.ts';
import { intakeHandlers } from './submissions/intake.ts';
import { Outbox } from './submissions/outbox.ts';
import { recoverInterrupted } from './submissions/outcome-rows.ts';
import { type QueuePace, realQueuePace } from './submissions/pace.ts';
import { queueHandlers } from './submissions/queue-handlers.ts';
import { sampleHandlers } from './submissions/samples.ts';
import { sendingHandlers } from './submissions/sending.ts';

/** What a face gives the core. */
export interface AppOptions {
  /** Absolute; made when it is not there. */
  readonly dataFolder: string;
  readonly face: Status['face'];
  readonly version: string;
  /** Null where the sandbox cannot be run inside this process. */
  readonly sandbox: SandboxHost | null;
  /** How secrets can be kept here, the best first; the last one must always be available. */
  readonly sealers: readonly Sealer[];
  /** Whether what was still queued when the last run ended is sent now: yes for a window, no for a single command. */
  readonly resumeQueue: boolean;
  readonly proxy?: ProxySettings;
  readonly clock?: Clock;
  /** Time and chance of the queue; real unless a test decides them. */
  readonly queuePace?: QueuePace;
  readonly newId?: () => string;
  /** Stand-ins for tests of the core alone. */
  readonly judge?: Judge;
  readonly createClient?: ServiceClientFactory;
  readonly log?: Log;
}

/** What becomes of the queue when the application closes; what has left always comes to its end. */
export interface CloseOptions {
  readonly drain?: 'finish' | 'pause';
}

/** The core, running: the same for every face. */
export interface App {
  /** False when another running Zubi holds the data folder: then only readings are answered. */
  readonly ownsDataFolder: boolean;
  /** Parses, works, and gives back a value or an error with a code; never throws. */
  call(method: string, input: unknown): Promise<Reply<unknown>>;
  /** Gives back the function that ends the subscription. */
  subscribe(listener: (event: AppEvent) => void): () => void;
  /** Takes a file in and gives a token for it; the method that the token is given to says what it is for. */
  takeFile(file: IncomingFile): Promise<Reply<TakenFile>>;
  /** Resolves when nothing is queued or on its way. */
  idle(): Promise<void>;
  /**
   * Lets what is on its way come to its end, at most as long as the profile gives a submission, then closes everything. What has not left stays queued and
   * goes on at the next start (`finish`, unless said otherwise), or waits there for a person (`pause`).
   */
  close(options?: CloseOptions): Promise<void>;
}

/**
 * Wires the features from their ports: the one place to see the whole. Throws a `ZubiError` when the data folder cannot be used
 * (`data_folder_not_writable`, `disk_full`, `database_damaged`, `database_newer`).
 */
export async function createApp(options: AppOptions): Promise<App> {
  const clock = options.clock ?? (() => new Date());
  prepareDataFolder(options.dataFolder);
  const lock = takeFolder(options.dataFolder);
  const secrets = new LiveSecrets();
  const logFile = createLog({ folder: join(options.dataFolder, 'log'), level: 'info', secrets, clock });
  const log = options.log ?? logFile;
  const listeners = new Set<(event: AppEvent) => void>();
  const emit = (event: AppEvent) => {
    for (const listener of listeners) listener(event);
  };
  const store = await openStore(options.dataFolder, clock).catch((error: unknown) => {
    lock?.release();
    throw error;
  });
  const vault = await openVault({
    dataFolder: options.dataFolder,
    sealers: options.sealers,
    readOnly: lock === null,
    clock,
    log,
    secrets,
  });
  const schemas = openSchemaLibrary({ dataFolder: options.dataFolder, clock, mayChange: lock !== null });
  const judge = options.judge ?? createJudge({ schemas: schemas.current });
  const documents = createDocumentInspector();
  const connection = openConnection(options, { vault, clock, log, emit });
  const settings = createJsonFile<Settings>({
    path: join(options.dataFolder, 'settings.json'),
    version: 1,
    schema: settingsSchema,
    defaults: settingsSchema.parse({}),
    setAside: 'at_once',
    clock,
  });
  const newId = options.newId ?? randomUUID;
  const core: Core = {
    dataFolder: options.dataFolder,
    ...{ store, vault, judge, schemas, documents, connection, settings, clock, newId, log, emit },
  };
  const patient = options.resumeQueue;
  const outbox = new Outbox(core, { pace: options.queuePace ?? realQueuePace, patient });
  if (lock) await recoverInterrupted(core);
  if (lock) await recoverInterruptedUploads(core);
  if (lock) await clearIncoming(core);
  if (lock) await recoverCompanies(core);
  if (lock && options.resumeQueue) await outbox.start();
  listeners.add((event) => noteMended(event, core, outbox));
  const uploader = createUploader(core);
  const companyJobs = createCompanyJobs(core);
  const dispatch = wire(core, { outbox, uploader, companyJobs }, options, lock !== null);
  return {
    ownsDataFolder: lock !== null,
    call: dispatch,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    takeFile: (file) => (lock ? replyOf(takeFile(core, file)) : replyOf(refuseToChange())),
    idle: async () => void (await Promise.all([outbox.idle(), uploader.idle(), companyJobs.idle()])),
    close: ({ drain = 'finish' } = {}) =>
      closeAll({ drain, outbox, uploader, companyJobs, connection, judge, documents, vault, store, logFile, lock }),
  };
}

/** Keys that were unlocked and a connection that was changed, or works again, may be what the queue stood still for. */
function noteMended(event: AppEvent, core: Core, outbox: Outbox): void {
  if (event.name !== 'connection.changed' && event.name !== 'settings.changed') return;
  if (core.connection.health() !== 'failing') outbox.mended();
}

function wire(
  core: Core,
  { outbox, uploader, companyJobs }: Pick<Parts, 'outbox' | 'uploader' | 'companyJobs'>,
  options: AppOptions,
  ownsDataFolder: boolean,
): Dispatch {
  const { version, face } = options;
  return createDispatch({
    handlers: {
      ...connectionHandlers(core, version),
      ...companyHandlers(core),
      ...importHandlers(core),
      ...exportHandlers(core),
      ...companyJobs.handlers,
      ...authorizationHandlers(core, uploader),
      ...intakeHandlers(core),
      ...sampleHandlers(core, version),
      ...sendingHandlers(core, outbox),
      ...queueHandlers(core, outbox),
      ...historyHandlers(core),
      ...correctionHandlers(core),
      ...schemaHandlers(core),
      ...reportHandlers(core, version),
      ...settingsHandlers(core, { version, face, ownsDataFolder }),
    },
    log: core.log,
    mayChange: ownsDataFolder,
    now: () => performance.now(),
  });
}

function openConnection(
  options: AppOptions,
  { vault, clock, log, emit }: Pick<Core, 'vault' | 'clock' | 'log' | 'emit'>,
): ConnectionAccess {
  const createClient: ServiceClientFactory = (baseUrl, profile) =>
    createServiceClient({
      baseUrl,
      profile: profile ? parseServiceProfile(profile) : defaultServiceProfile(),
      transport: options.proxy ?? {},
      log,
    });
  return createConnection({
    file: createJsonFile<ConnectionFile>({
      path: join(options.dataFolder, 'connection.json'),
      version: 1,
      schema: connectionFileSchema,
      defaults: connectionFileSchema.parse({}),
      setAside: 'at_once',
      clock,
    }),
    vault,
    createClient: options.createClient ?? createClient,
    sandbox: options.sandbox,
    dataFolder: options.dataFolder,
    onHealth: () => emit({ name: 'connection.changed', payload: {} }),
  });
}

async function refuseToChange(): Promise<never> {
  throw new ZubiError('data_folder_in_use');
}

async function replyOf<Value>(work: Promise<Value>): Promise<Reply<Value>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    return { ok: false, error: toCallError(error) };
  }
}

interface Parts {
  readonly drain: NonNullable<CloseOptions['drain']>;
  readonly logFile: FileLog;
  readonly outbox: Outbox;
  readonly uploader: Uploader;
  readonly companyJobs: CompanyJobs;
  readonly connection: ConnectionAccess;
  readonly judge: Judge;
  readonly documents: DocumentInspector;
  readonly vault: OpenVault;
  readonly store: Store;
  readonly lock: FolderLock | null;
}

/** In the reverse order of opening; the folder is let go last, when nothing can be written any more. */
async function closeAll(parts: Parts): Promise<void> {
  const { drain, outbox, uploader, companyJobs, connection, judge, documents, vault, store, logFile, lock } = parts;
  if (drain === 'pause' && lock) await outbox.pause();
  await outbox.stop();
  await uploader.idle();
  await companyJobs.stop();
  await connection.close();
  await judge.close();
  await documents.close();
  await vault.close();
  await store.close();
  logFile.close();
  lock?.release();
}
