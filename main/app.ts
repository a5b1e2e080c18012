import { join } from 'node:path';
import { v7 } from 'uuid';
import type { AppEvent } from '../contract/events.ts';
import type { App, AppOptions } from './app-options.ts';
import { createDispatch, refuseToChange, replyOf } from './dispatch.ts';
import {
  authorizationHandlers,
  createDocumentInspector,
  createUploader,
  recoverInterruptedUploads,
} from './features/authorizations/public.ts';
import {
  type Backups,
  type Context,
  describeHistoryAccess,
  type Mode,
  missingHandlers,
} from './features/backup/public.ts';
import {
  companyHandlers,
  createCompanyJobs,
  exportHandlers,
  followKeys,
  importHandlers,
  readCreationsAgainHandlers,
  recoverCompanies,
} from './features/companies/public.ts';
import { connectionHandlers, createConnectionAccess } from './features/connection/public.ts';
import type { Core, Dispatch } from './features/core.ts';
import {
  batchHandlers,
  chainHandlers,
  correctionHandlers,
  correctManyHandlers,
  decisionHandlers,
  historyHandlers,
  listSubmissions,
  modificationHandlers,
  overviewHandlers,
  quarterHandlers,
  statusHandlers,
} from './features/history/public.ts';
import {
  Asking,
  askHandlers,
  Outbox,
  queueHandlers,
  readAgainHandlers,
  realQueuePace,
  recoverInterrupted,
  resendHandlers,
  sendingHandlers,
} from './features/outbox/public.ts';
import { lockWhenIdle, openSettings, settingsHandlers } from './features/preferences/public.ts';
import { profileHandlers } from './features/profile/public.ts';
import { reportHandlers } from './features/reports/public.ts';
import { openSchemaLibrary, schemaHandlers } from './features/schemas/public.ts';
import { openUpdates, updateHandlers } from './features/updates/public.ts';
import { createWatching } from './features/watching/public.ts';
import {
  createRemovals,
  fixHandlers,
  intakeHandlers,
  invoiceHandlers,
  sampleHandlers,
  sourceHandlers,
  WorklistRevalidator,
} from './features/worklist/public.ts';
import { type Lifecycle, startLifecycle } from './lifecycle.ts';
import { closeParts, type Parts, untilIdle } from './parts.ts';
import { openChain } from './platform/chain/chain.ts';
import { takeFolder } from './platform/db/lock.ts';
import { openStore, prepareDataFolder, type Store } from './platform/db/store.ts';
import { clearIncoming, takeFile } from './platform/files/incoming.ts';
import { stageArchive } from './platform/files/staged-archive.ts';
import { StagedTables } from './platform/files/staged-tables.ts';
import { createLog } from './platform/log/log.ts';
import { LiveSecrets } from './platform/secrets/live-secrets.ts';
import { openVault } from './platform/secrets/vault.ts';
import type { OpenVault } from './platform/secrets/vault-options.ts';
import { createValidator } from './validator/validator.ts';

/**
 * Opens the application in its data folder. With a damaged or older history it opens in recovery
 * (`app.status` says so) and waits for a person. Throws a `ZubiError` when the data folder cannot
 * be used (`data_folder_not_writable`, `_in_use` with an older shape, `_on_network`, `disk_full`,
 * `database_newer`, `_locked`).
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { dataFolder, version, face } = options;
  const clock = options.clock ?? (() => new Date());
  prepareDataFolder(dataFolder);
  const lock = takeFolder(dataFolder);
  const owns = lock !== null;
  const secrets = new LiveSecrets();
  const logFile = createLog({ folder: join(dataFolder, 'log'), level: 'info', secrets, clock });
  const log = options.log ?? logFile;
  const listeners = new Set<(event: AppEvent) => void>();
  const emit = (event: AppEvent) => {
    for (const listener of listeners) listener(event);
  };
  const subscribe = (listener: (event: AppEvent) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  let vault: OpenVault | null = null;
  const leave = async () => {
    await vault?.close();
    logFile.close();
    lock?.release();
  };
  let lifecycle: Lifecycle;
  try {
    const { sealers } = options;
    vault = await openVault({ dataFolder, sealers, readOnly: !owns, clock, log, secrets });
    const context: Context = {
      ...{ dataFolder, version, face, owns, clock, log, vault, emit, subscribe },
      makesCopies: face !== 'command_line' && options.makesCopies !== false,
    };
    lifecycle = await startLifecycle(context, (backups) => openHistory(options, context, backups));
  } catch (error) {
    await leave();
    throw error;
  }
  return {
    ownsDataFolder: owns,
    call: (method, input) => lifecycle.call(method, input),
    subscribe,
    takeFile: (file) => lifecycle.takeFile(file),
    stageArchive: (pieces) => replyOf(owns ? stageArchive(dataFolder, pieces) : refuseToChange()),
    idle: () => lifecycle.idle(),
    async close({ drain = 'finish' } = {}) {
      try {
        await lifecycle.close(drain);
      } finally {
        await leave();
      }
    },
  };
}

/** Opens the features on the history, and closes the history again if one of them fails. */
async function openHistory(options: AppOptions, context: Context, backups: Backups): Promise<Mode> {
  const store = await openStore(options.dataFolder, context.clock, { owns: context.owns });
  try {
    return await openFeatures(options, { ...context, store }, backups);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Wires the features from their ports: the one place to see the whole. Throws SQLite's errors. */
async function openFeatures(
  options: AppOptions,
  context: Context & { readonly store: Store },
  backups: Backups,
): Promise<Mode> {
  const { clock, log, emit, vault, owns, store } = context;
  const isWindow = context.face !== 'command_line';
  const { dataFolder, stateFolder } = options;
  const chain = await openChain({ dataFolder, stateFolder, store, vault, clock, log });
  const schemas = openSchemaLibrary({ dataFolder, clock, mayChange: owns });
  const validator = options.validator ?? createValidator({ schemas: schemas.current });
  const documents = createDocumentInspector();
  const connection = createConnectionAccess(options, { vault, clock, log, emit, owns, store });
  const settings = openSettings(dataFolder, clock, options.preferences);
  const core: Core = {
    ...{ dataFolder, store, chain, vault, validator, schemas, documents, connection, settings },
    ...{ clock, newId: v7, log, emit },
    clipboard: options.clipboard ?? null,
    stagedTables: new StagedTables(),
  };
  // What goes on by itself while the application is open.
  const go = owns && isWindow;
  const pace = options.queuePace ?? realQueuePace;
  const outbox = new Outbox(core, { pace, isPatient: isWindow });
  const asking = new Asking(core, pace, (batchIds) => outbox.wake(batchIds));
  if (owns) await recoverWhatWasLeft(core);
  await outbox.restore();
  const revalidator = new WorklistRevalidator(core);
  const removals = createRemovals(core, { go: owns });
  if (go) for (const each of [outbox, asking, revalidator]) each.start();
  const unsubscribe = context.subscribe((event) => {
    asking.noted(event);
    outbox.noted(event);
    if (owns) revalidator.noted(event);
    // The keys may have been opened, or sealed again.
    if (owns && event.name === 'settings.changed') void chain.tend();
  });
  const uploader = createUploader(core);
  const companyJobs = createCompanyJobs(core);
  const idle = () => untilIdle({ outbox, uploader, companyJobs, revalidator, removals });
  const idleLock = lockWhenIdle(core, { pace, idle });
  const updates = openUpdates(core, { ...options, go });
  const watching = createWatching(core, options, { go });
  const jobs = { outbox, asking, revalidator, removals, watching, uploader, companyJobs, updates };
  const parts = { ...jobs, connection, validator, documents, chain, store };
  const dispatch = wire(core, parts, context, backups);
  return {
    // A single command ends by itself.
    call: go ? idleLock.watch(dispatch) : dispatch,
    takeFile: (file) => {
      if (!owns) return replyOf(refuseToChange());
      validator.prepare();
      return replyOf(takeFile(core, file));
    },
    idle,
    async close(drain) {
      idleLock.close();
      unsubscribe();
      try {
        await options.clipboard?.forget();
        if (drain === 'pause' && owns) await outbox.pause();
      } finally {
        // Even when the pause cannot be written, files being sent get their outcome.
        await closeParts(parts);
      }
    },
    historyAccess: describeHistoryAccess(core),
  };
}

/** Ends or continues what a former process did not finish. */
async function recoverWhatWasLeft(core: Core): Promise<void> {
  await recoverInterrupted(core);
  await recoverInterruptedUploads(core);
  await clearIncoming(core);
  await recoverCompanies(core);
}

function wire(
  core: Core,
  { outbox, asking, removals, watching, uploader, companyJobs, updates }: Parts,
  { version, face, owns: ownsDataFolder }: Context,
  backups: Backups,
): Dispatch {
  return createDispatch({
    handlers: {
      ...connectionHandlers(core, { version, onAddress: () => followKeys(core) }),
      ...profileHandlers(core),
      ...companyHandlers(core, companyJobs.calls),
      ...importHandlers(core),
      ...exportHandlers(core),
      ...companyJobs.handlers,
      ...authorizationHandlers(core, uploader),
      ...intakeHandlers(core),
      ...invoiceHandlers(core),
      ...removals.handlers,
      ...watching.handlers,
      ...sampleHandlers(core),
      ...sendingHandlers(core, outbox),
      ...resendHandlers(core, outbox, listSubmissions),
      ...queueHandlers(core, outbox),
      ...decisionHandlers(core, outbox),
      ...askHandlers(asking),
      ...readAgainHandlers(core, outbox),
      ...readCreationsAgainHandlers(core),
      ...historyHandlers(core),
      ...batchHandlers(core),
      ...overviewHandlers(core),
      ...quarterHandlers(core),
      ...backups.handlers,
      ...chainHandlers(core, outbox),
      ...missingHandlers(core),
      ...correctionHandlers(core),
      ...modificationHandlers(core),
      ...correctManyHandlers(core),
      ...fixHandlers(core),
      ...sourceHandlers(core),
      ...schemaHandlers(core),
      ...reportHandlers(core, version),
      ...settingsHandlers(core, { onSetAside: () => followKeys(core) }),
      ...updateHandlers(updates),
      ...statusHandlers(core, { version, face, ownsDataFolder }, { watching, backups }),
    },
    log: core.log,
    mayChange: ownsDataFolder,
  });
}
