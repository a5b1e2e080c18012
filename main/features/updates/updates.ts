import { buffer } from 'node:stream/consumers';
import { ZubiError } from '../../../contract/errors.ts';
import type { UpdateStatus } from '../../../contract/update.ts';
import { toCallError } from '../../platform/call-error.ts';
import { describeError } from '../../platform/log/describe-error.ts';
import type { Core } from '../core.ts';
import { download, isWhole } from './download.ts';
import {
  decide,
  readManifest,
  requireCurrent,
  type UpdateFile,
  type UpdateManifest,
} from './manifest.ts';
import { type ReceiveOptions, receive } from './receive.ts';
import { openShare } from './share.ts';
import type { UpdateSource, UpdateTrust, VerifiedUpdate } from './source.ts';

/** Times of the updates; tests set others. */
export interface UpdatePace {
  readonly firstMs: number;
  readonly everyMs: number;
  readonly stallMs: number;
}

export const realUpdatePace: UpdatePace = {
  firstMs: 60_000,
  everyMs: 12 * 3600_000,
  stallMs: 30_000,
};

const maxManifestBytes = 1024 * 1024;
/** How often a window is told about a download's progress. */
const tellEveryMs = 250;

interface UpdateOptions {
  /** Null for a host that is not installed. */
  readonly source: UpdateSource | null;
  readonly version: string;
  readonly pace: UpdatePace;
  /** Number of files queued or being sent. */
  countMoving(): Promise<number>;
}

/** A downloaded file, and how long its manifest counts. */
type ReadyUpdate = VerifiedUpdate & Pick<UpdateManifest, 'expires'>;

type UpdateCore = Pick<Core, 'dataFolder' | 'clock' | 'settings' | 'log' | 'emit'>;

const unchecked: UpdateStatus = {
  offBecause: null,
  state: 'unchecked',
  checkedAt: null,
  offered: null,
  receivedBytes: 0,
  sizeBytes: 0,
  fault: null,
};

/** Checks for a newer Zubi, downloads and verifies it, and installs it when a person says so. */
export class Updates {
  readonly #core: UpdateCore;
  readonly #options: UpdateOptions;
  #status: UpdateStatus;
  #verified: ReadyUpdate | null = null;
  /** The running check with its download. */
  #work: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #toldMs = 0;
  readonly #stopped = new AbortController();

  constructor(core: UpdateCore, options: UpdateOptions) {
    this.#core = core;
    this.#options = options;
    this.#status = { ...unchecked, offBecause: whyOff(options.source) };
  }

  get status(): UpdateStatus {
    return this.#status;
  }

  /** Checks automatically from now on, if the settings allow it. */
  start(): void {
    if (this.#status.offBecause !== null) return;
    const { firstMs, everyMs } = this.#options.pace;
    const later = (ms: number) => {
      this.#timer = setTimeout(() => {
        if (this.#core.settings.read().checkForUpdates) void this.check();
        later(everyMs);
      }, ms).unref();
    };
    later(firstMs);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#stopped.abort();
    await this.#work;
  }

  /** Returns the status once it is known whether something is downloaded. */
  async check(): Promise<UpdateStatus> {
    const { source, trust } = this.#require();
    if (this.#work !== null || this.#status.state === 'installing') return this.#status;
    const decided = Promise.withResolvers<void>();
    const before = this.#status;
    this.#work = this.#run(source, trust, decided.resolve)
      .catch((error) => {
        this.#core.log.warn('update.failed', describeError(error));
        const fault = toCallError(error);
        // What is ready stays ready while the publisher cannot be asked, as on a laptop that wakes.
        const isReady = this.#verified !== null && fault.code !== 'update_expired';
        this.#change(isReady ? { ...before, fault } : { state: 'failed', fault });
      })
      .finally(() => {
        this.#work = null;
        decided.resolve();
      });
    await decided.promise;
    return this.#status;
  }

  /** Resolves when no check or download is running. */
  async idle(): Promise<void> {
    await this.#work;
  }

  async #run(source: UpdateSource, trust: UpdateTrust, decided: () => void): Promise<void> {
    this.#change({ ...unchecked, state: 'checking' });
    const manifest = await this.#fetchManifest(source, trust);
    this.#verified = null;
    this.#change({ checkedAt: this.#core.clock().toISOString() });
    const file = decide(manifest, {
      version: this.#options.version,
      target: source.target,
      share: openShare(this.#core),
    });
    const { version, notes, expires } = manifest;
    if (file === 'current') this.#change({ state: 'current' });
    else if (file === 'later') this.#change({ state: 'later', offered: { version, notes } });
    else {
      const { sizeBytes } = file;
      this.#change({ state: 'downloading', offered: { version, notes }, sizeBytes });
      decided();
      this.#verified = { version, expires, ...(await this.#download(file, source, trust)) };
      this.#change({ state: 'ready', receivedBytes: sizeBytes });
    }
  }

  async #fetchManifest(source: UpdateSource, trust: UpdateTrust): Promise<UpdateManifest> {
    const options = { ...this.#receiving(source), maxBytes: maxManifestBytes };
    const manifest = await buffer(receive(trust.manifestUrl, options));
    return readManifest(manifest.toString('utf8'), trust.publicKey, this.#core.clock());
  }

  async #download(
    file: UpdateFile,
    source: UpdateSource,
    trust: UpdateTrust,
  ): Promise<Omit<VerifiedUpdate, 'version'>> {
    const path = await download(file, {
      ...this.#receiving(source),
      folder: source.folder,
      base: trust.manifestUrl,
      onProgress: (receivedBytes) => this.#tellProgress(receivedBytes),
    });
    const { name, sizeBytes, sha512 } = file;
    return { path, name, sizeBytes, sha512 };
  }

  #receiving({ fetch }: UpdateSource): Pick<ReceiveOptions, 'fetch' | 'stallMs'> {
    const stopped = this.#stopped.signal;
    return {
      fetch: (url, { signal }) => fetch(url, { signal: AbortSignal.any([signal, stopped]) }),
      stallMs: this.#options.pace.stallMs,
    };
  }

  #tellProgress(receivedBytes: number): void {
    const now = performance.now();
    if (now - this.#toldMs < tellEveryMs) return;
    this.#toldMs = now;
    this.#change({ receivedBytes });
  }

  /** Verifies the update once more, and hands it over while nothing is being sent. */
  async install(): Promise<UpdateStatus> {
    const { source } = this.#require();
    const verified = this.#verified;
    if (verified === null || this.#status.state !== 'ready') throw new ZubiError('update_none');
    await this.#requireRest();
    this.#change({ state: 'installing', fault: null });
    try {
      await this.#verifyAgain(verified);
      await handOver(source, verified);
      await this.#requireRest();
    } catch (error) {
      const state = this.#verified === null ? 'failed' : 'ready';
      this.#change({ state, fault: toCallError(error) });
      throw error;
    }
    // A person who is asked on leaving may stay, and install later.
    this.#change({ state: 'ready' });
    source.leave();
    return this.#status;
  }

  /** Hours or weeks may have passed since the download. */
  async #verifyAgain(update: ReadyUpdate): Promise<void> {
    this.#verified = null;
    requireCurrent(update, this.#core.clock());
    if (!(await isWhole(update.path, update))) throw new ZubiError('update_changed');
    this.#verified = update;
  }

  async #requireRest(): Promise<void> {
    const files = await this.#options.countMoving();
    if (files > 0) throw new ZubiError('update_busy', { files });
  }

  #require(): { readonly source: UpdateSource; readonly trust: UpdateTrust } {
    const { source } = this.#options;
    const trust = source?.trust;
    const { offBecause } = this.#status;
    if (source && trust && offBecause === null) return { source, trust };
    throw new ZubiError('update_off', { reason: offBecause ?? 'not_installed' });
  }

  #change(change: Partial<UpdateStatus>): void {
    this.#status = { ...this.#status, ...change };
    if (this.#stopped.signal.aborted) return;
    this.#core.emit({ name: 'updates.changed', payload: {} });
  }
}

function whyOff(source: UpdateSource | null): UpdateStatus['offBecause'] {
  if (source === null) return 'not_installed';
  if (source.isForbidden) return 'policy';
  return source.trust === null ? 'no_key' : null;
}

async function handOver(source: UpdateSource, file: VerifiedUpdate): Promise<void> {
  try {
    await source.prepare(file);
  } catch (error) {
    const cause = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
    throw new ZubiError('update_failed', { cause }, { cause: error });
  }
}
