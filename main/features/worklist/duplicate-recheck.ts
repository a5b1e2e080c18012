import { setTimeout } from 'node:timers/promises';
import type { AppEvent } from '../../../contract/events.ts';
import { toCallError } from '../../platform/call-error.ts';
import { requireDocument } from '../../platform/db/documents-table.ts';
import { hasReplaced } from '../../platform/db/replaced-folders.ts';
import { eachInTurn } from '../../platform/each-in-turn.ts';
import type { Core } from '../core.ts';
import { findSubmission, isBatchMoving, ReplacedHistories } from '../submissions/public.ts';
import { withHistoryWarnings } from './history-warnings.ts';
import { validateStored } from './intake.ts';
import { parseWhole, toValidationColumns } from './stored-verdict.ts';
import {
  findWorklistFile,
  type InUse,
  listDocuments,
  listLastBatch,
  listSameBooks,
  listSameDocuments,
  replaceValidation,
} from './worklist-table.ts';

/** Changes within this time are handled together: one statement for all of them. */
const gatherMs = 100;
/** Submissions in one statement, which blocks the thread. */
const inOneGo = 250;

/**
 * Keeps up to date what files of the worklist say about the history. Asks the history again, as a
 * check does, without checking the document: at once for a copy of a submission that changes; for a
 * file of the same book, which may share some of its records, when nothing of the batch moves; for
 * every file when another connection is used, which has a history of its own.
 */
export class DuplicateRecheck {
  readonly #core: Core;
  readonly #changed = new Set<string>();
  /** Submissions for whose books the history must still be asked. */
  readonly #moved = new Set<string>();
  #atRest = false;
  #wholeList = false;
  #environment: InUse;
  #running: Promise<void> | null = null;
  #hurry = new AbortController();
  #stopped = false;

  constructor(core: Core) {
    this.#core = core;
    this.#environment = core.connection.configured().environment;
  }

  /** Looks once for all that the history says something of: an earlier run may have left some. */
  start(): void {
    this.#wholeList = true;
    this.#begin();
  }

  /** Notes an event. The work runs in the background. */
  noted(event: AppEvent): void {
    if (event.name === 'batch.ended') this.#atRest = true;
    // `sending` changes nothing: the files already know that it is queued.
    else if (event.name === 'submission.changed' && event.payload.state !== 'sending') {
      this.#changed.add(event.payload.id);
      this.#moved.add(event.payload.id);
    } else if (event.name === 'connection.changed') {
      const { environment } = this.#core.connection.configured();
      if (environment === this.#environment) return;
      this.#environment = environment;
      this.#wholeList = true;
    } else return;
    this.#begin();
  }

  /** Resolves when no file is left to check. */
  async idle(): Promise<void> {
    if (this.#running) this.#hurry.abort();
    await this.#running;
  }

  /** Stops after the current file; the next start does the rest. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.idle();
  }

  #begin(): void {
    if (!this.#stopped && this.#hasWork()) this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    try {
      while (!this.#stopped && this.#hasWork()) {
        await setTimeout(gatherMs, undefined, { signal: this.#hurry.signal }).catch(
          () => undefined,
        );
        await this.#askEach(await this.#listCopies());
        if (this.#changed.size === 0 && (await this.#isAtRest())) await this.#askNeighbours();
      }
    } catch (error) {
      // Which files were handled is unknown now: the next round takes all.
      this.#wholeList = true;
      this.#atRest = true;
      this.#core.log.error('worklist_not_asked_again', { code: toCallError(error).code });
    } finally {
      this.#running = null;
      this.#hurry = new AbortController();
    }
  }

  #hasWork(): boolean {
    return this.#wholeList || this.#changed.size > 0 || (this.#atRest && this.#moved.size > 0);
  }

  /** A person's decision, or an answer that is read again, ends no batch. */
  async #isAtRest(): Promise<boolean> {
    const last = [...this.#moved].at(-1);
    if (this.#atRest || last === undefined) return this.#atRest;
    const { queries } = this.#core.store;
    const batchId = (await findSubmission(queries, last))?.batch_id ?? null;
    return batchId === null || !(await isBatchMoving(queries, batchId));
  }

  async #listCopies(): Promise<string[]> {
    const { queries } = this.#core.store;
    const { environment } = this.#core.connection.configured();
    if (this.#wholeList) {
      this.#wholeList = false;
      this.#changed.clear();
      for (const id of await listLastBatch(queries)) this.#moved.add(id);
      const ids = await listSameDocuments(queries, null, environment);
      return [...new Set([...ids, ...(await listInReplaced(this.#core))])];
    }
    const ids = [...this.#changed].slice(0, inOneGo);
    for (const id of ids) this.#changed.delete(id);
    return listSameDocuments(queries, ids, environment);
  }

  async #askNeighbours(): Promise<void> {
    this.#atRest = false;
    const moved = [...this.#moved];
    // Cleared before reading: a submission that changes meanwhile is added again.
    this.#moved.clear();
    await this.#askEach(await listSameBooks(this.#core.store.queries, moved));
  }

  async #askEach(ids: readonly string[]): Promise<void> {
    await eachInTurn(ids, async (id) => {
      if (!this.#stopped) await askAgain(this.#core, id);
    });
  }
}

/** Files whose documents a history has that was set aside: a copy was restored. */
async function listInReplaced(core: Core): Promise<string[]> {
  if (!hasReplaced(core.dataFolder)) return [];
  const { environment } = core.connection.configured();
  using replaced = new ReplacedHistories(core);
  return (await listDocuments(core.store.queries, environment))
    .filter(({ sha256 }) => replaced.findDocument({ sha256, environment }))
    .map(({ id }) => id);
}

async function askAgain(core: Core, id: string): Promise<void> {
  const { queries } = core.store;
  const { sha256, validation, issues_gzip } = (await findWorklistFile(queries, id)) ?? {};
  if (!sha256 || !validation || !issues_gzip) return;
  const before = parseWhole({ validation, issues_gzip });
  if (!before) return validateStored(core, id);
  const after = await withHistoryWarnings(core, before, () => requireDocument(queries, sha256));
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  const to = toValidationColumns(after);
  const isDone = await replaceValidation(queries, { id, from: validation, to });
  // False when another check stored a result meanwhile, which read the history too.
  if (isDone) core.emit({ name: 'worklist.changed', payload: { fileIds: [id] } });
}
