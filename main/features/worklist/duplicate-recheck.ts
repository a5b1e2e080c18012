import { setTimeout } from 'node:timers/promises';
import type { AppEvent } from '../../../contract/events.ts';
import { toCallError } from '../../platform/call-error.ts';
import { findDocument } from '../../platform/db/documents-table.ts';
import { gunzip } from '../../platform/files/compression.ts';
import type { Core } from '../core.ts';
import { withHistoryAskedAgain } from './history-warnings.ts';
import { validateStored } from './intake.ts';
import { parseWhole, toColumns } from './worklist.ts';
import {
  findWorklistFile,
  listSameBooks,
  listSameDocuments,
  replaceValidation,
} from './worklist-table.ts';

/**
 * Submissions that change within this time are looked for together: one statement for all of them.
 */
const gatherMs = 100;
/** So many in one statement: it holds the thread. */
const inOneGo = 250;

/**
 * Lets files of the worklist say what the history says meanwhile, without being checked again: a
 * copy of what is queued, sent, refused or taken back at once; a file of the same book, which may
 * share some of its records, when the batch has come to rest. The history is asked as at a check;
 * the document is not checked again.
 */
export class DuplicateRecheck {
  readonly #core: Core;
  readonly #changed = new Set<string>();
  /** Submissions whose neighbours in their books have not been asked about yet. */
  readonly #moved = new Set<string>();
  #atRest = false;
  #wholeList = false;
  #running: Promise<void> | null = null;
  #hurry = new AbortController();
  #stopped = false;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Looks for all copies once: what an earlier run, or a single command, did not come to. */
  start(): void {
    this.#wholeList = true;
    this.#begin();
  }

  /** Takes notice of an event; the work goes on by itself. */
  noted(event: AppEvent): void {
    if (event.name === 'batch.ended') this.#atRest = true;
    // That it leaves changes nothing for others: that it is queued they have said already.
    else if (event.name === 'submission.changed' && event.payload.state !== 'sending') {
      this.#changed.add(event.payload.id);
      this.#moved.add(event.payload.id);
    } else return;
    this.#begin();
  }

  /** Resolves when every file says what is so. */
  async idle(): Promise<void> {
    if (this.#running) this.#hurry.abort();
    await this.#running;
  }

  /** Lets the file that is being looked at come to its end; the rest is for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.idle();
  }

  #begin(): void {
    if (!this.#stopped) this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    try {
      while (!this.#stopped && this.#hasWork()) {
        await setTimeout(gatherMs, undefined, { signal: this.#hurry.signal }).catch(
          () => undefined,
        );
        await this.#askEach(await this.#listCopies());
        if (this.#changed.size === 0 && this.#atRest) await this.#askNeighbours();
      }
    } catch (error) {
      // Which of them were looked at is not known any more: the next look is at all.
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

  async #listCopies(): Promise<string[]> {
    const { queries } = this.#core.store;
    if (this.#wholeList) {
      this.#wholeList = false;
      this.#changed.clear();
      return listSameDocuments(queries, null);
    }
    const ids = [...this.#changed].slice(0, inOneGo);
    for (const id of ids) this.#changed.delete(id);
    return listSameDocuments(queries, ids);
  }

  async #askNeighbours(): Promise<void> {
    this.#atRest = false;
    const moved = [...this.#moved];
    await this.#askEach(await listSameBooks(this.#core.store.queries, moved));
    for (const id of moved) this.#moved.delete(id);
  }

  async #askEach(ids: readonly string[]): Promise<void> {
    for (const id of ids) if (!this.#stopped) await askAgain(this.#core, id);
  }
}

async function askAgain(core: Core, id: string): Promise<void> {
  const { queries } = core.store;
  const file = await findWorklistFile(queries, id);
  if (!file?.sha256 || file.validation === null || file.issues_gzip === null) return;
  const before = parseWhole({ validation: file.validation, issuesGzip: file.issues_gzip });
  if (!before) return validateStored(core, id);
  const kept = await findDocument(queries, file.sha256);
  if (!kept) return;
  const after = await withHistoryAskedAgain(core, before, () => gunzip(kept));
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  const isDone = await replaceValidation(queries, {
    id,
    from: file.validation,
    to: toColumns(after),
  });
  // Whoever checked it meanwhile has asked the history, too.
  if (isDone) core.emit({ name: 'worklist.changed', payload: { fileIds: [id] } });
}
