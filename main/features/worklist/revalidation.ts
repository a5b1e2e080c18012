import type { AppEvent } from '../../../contract/events.ts';
import { toCallError } from '../../platform/call-error.ts';
import { findForm } from '../../validator/forms.ts';
import type { SchemaPackage } from '../../validator/schema/schema-package.ts';
import { todayInMadrid } from '../../validator/today.ts';
import type { Core } from '../core.ts';
import { validateStored } from './intake.ts';
import { parseHeadline } from './worklist.ts';
import { listUnsent } from './worklist-table.ts';

/**
 * Checks files of the worklist again when other schemas are in force: those that were held to a
 * schema which is no longer the first for them, from the bytes that were checked before. What has
 * been sent, or waits for it, keeps the verdict it was sent with. One after another, so that a file
 * that is dropped meanwhile does not wait; each is told with `worklist.changed`.
 */
export class Revalidation {
  readonly #core: Core;
  readonly #atStart: SchemaPackage;
  #known: SchemaPackage;
  #rounds = 0;
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(core: Core) {
    this.#core = core;
    this.#atStart = core.schemas.current();
    this.#known = this.#atStart;
  }

  /** Goes on with what an earlier run did not come to. */
  start(): void {
    this.#begin();
  }

  /** Takes notice of an event; the work goes on by itself. */
  noted(event: AppEvent): void {
    if (event.name !== 'schemas.changed' || this.#core.schemas.current() === this.#known) return;
    this.#known = this.#core.schemas.current();
    this.#begin();
  }

  /** Resolves when nothing is left to be checked again. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Lets the file that is being checked come to its end, and begins no other. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  #begin(): void {
    this.#rounds += 1;
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    try {
      for (let done = 0; done < this.#rounds && !this.#stopped; done += 1) {
        const ids = await this.#affected(this.#known);
        for (const id of ids) if (!this.#stopped) await validateStored(this.#core, id);
      }
    } catch (error) {
      this.#core.log.error('worklist_not_judged_again', { code: toCallError(error).code });
    } finally {
      this.#rounds = 0;
      this.#running = null;
    }
  }

  async #affected({ schemas }: SchemaPackage): Promise<string[]> {
    const today = todayInMadrid(this.#core.clock());
    const files = await listUnsent(this.#core.store.queries);
    return files.flatMap(({ id, validation }) => {
      const { form, fiscalYear, schemaId } = parseHeadline(validation);
      if (form === null) return [];
      // Checked by a version that named no quarter. A quote inside a text would be escaped.
      if (!validation.includes('"period":')) return [id];
      const held = schemas.find((schema) => schema.id === schemaId);
      // A root that no schema had may have one when others come; at a start nothing has come.
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
