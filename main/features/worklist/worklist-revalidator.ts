import pLimit from 'p-limit';
import type { AppEvent } from '../../../contract/events.ts';
import { toCallError } from '../../platform/call-error.ts';
import { eachInTurn } from '../../platform/each-in-turn.ts';
import { findForm } from '../../validator/forms.ts';
import type { SchemaPackage } from '../../validator/schema/schema-package.ts';
import { todayInMadrid } from '../../validator/today.ts';
import type { Core } from '../core.ts';
import { DuplicateRecheck } from './duplicate-recheck.ts';
import { validateStored } from './intake.ts';
import { parseHeadline } from './stored-verdict.ts';
import { listUnsent } from './worklist-table.ts';

/**
 * Keeps the verdicts of the worklist up to date. When other schemas are in force, it checks the
 * files again whose schema is no longer the first one for them, from the bytes of the last check. A
 * file that was sent or is queued keeps its verdict. One file after another, so that a new file
 * does not wait; each emits `worklist.changed`. The history's warnings are left to
 * `DuplicateRecheck`.
 */
export class WorklistRevalidator {
  readonly #core: Core;
  readonly #duplicateRecheck: DuplicateRecheck;
  readonly #atStart: SchemaPackage;
  readonly #inTurn = pLimit(1);
  #known: SchemaPackage;
  #stopped = false;

  constructor(core: Core) {
    this.#core = core;
    this.#duplicateRecheck = new DuplicateRecheck(core);
    this.#atStart = core.schemas.current();
    this.#known = this.#atStart;
  }

  /** Continues the work of an earlier run. */
  start(): void {
    this.#begin();
    this.#duplicateRecheck.start();
  }

  /** Notes an event. The work runs in the background. */
  noted(event: AppEvent): void {
    this.#duplicateRecheck.noted(event);
    if (event.name !== 'schemas.changed' || this.#core.schemas.current() === this.#known) return;
    this.#known = this.#core.schemas.current();
    this.#begin();
  }

  /** Resolves when nothing is left to check. */
  async idle(): Promise<void> {
    await this.#inTurn(() => undefined);
    await this.#duplicateRecheck.idle();
  }

  /** Ends after the current file. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#inTurn(() => undefined);
    await this.#duplicateRecheck.stop();
  }

  #begin(): void {
    void this.#inTurn(() => this.#validateAffected());
  }

  async #validateAffected(): Promise<void> {
    try {
      await eachInTurn(await this.#listAffected(this.#known), async (id) => {
        if (!this.#stopped) await validateStored(this.#core, id);
      });
    } catch (error) {
      this.#core.log.error('worklist_not_checked_again', { code: toCallError(error).code });
    }
  }

  async #listAffected({ schemas }: SchemaPackage): Promise<string[]> {
    const today = todayInMadrid(this.#core.clock());
    const { environment } = this.#core.connection.configured();
    const files = await listUnsent(this.#core.store.queries, environment);
    return files.flatMap(({ id, validation }) => {
      const { form, fiscalYear, schemaId } = parseHeadline(validation);
      if (form === null) return [];
      const held = schemas.find((schema) => schema.id === schemaId);
      // A root without a schema may get one from new schemas; at a start there are no new ones.
      if (held === undefined) return schemaId === null && this.#known === this.#atStart ? [] : [id];
      const first = findForm(
        schemas,
        { name: held.root, namespace: held.namespace },
        { fiscalYear, today },
      );
      return first?.by === 'exact' && first.definition.schemaId === schemaId ? [] : [id];
    });
  }
}
