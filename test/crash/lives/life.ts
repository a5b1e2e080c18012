import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Submission } from '../../../contract/submission.ts';
import { type Answer, toOutcome } from './answers.ts';
import { documents } from './documents.ts';
import { Broken, Model, type Sub } from './model.ts';
import { type Ground, Office } from './office.ts';
import { Service } from './service.ts';
import { World } from './world.ts';

/** The program and the model of it, side by side. */
export class Life {
  readonly world: World;
  readonly service: Service;
  readonly office: Office;
  readonly model: Model;
  readonly #patienceMs: number;

  /** Work of the program that has not happened after `patienceMs` counts as never happening. */
  static async begin(ground: Ground, patienceMs: number): Promise<Life> {
    const [world, model] = [new World(), new Model()];
    const service = new Service((sha256) => model.left(sha256, world.nowMs));
    const office = await Office.open(ground, { world, service });
    return new Life({ world, service, office, model }, patienceMs);
  }

  private constructor(
    parts: Pick<Life, 'world' | 'service' | 'office' | 'model'>,
    patienceMs: number,
  ) {
    this.#patienceMs = patienceMs;
    ({ world: this.world, service: this.service, office: this.office, model: this.model } = parts);
  }

  now(): { nowMs: number; wallMs: number } {
    return { nowMs: this.world.nowMs, wallMs: this.world.wallMs() };
  }

  /** The service answers; the model knows before the program does. */
  answer(sub: Sub, answer: Answer): void {
    this.model.ended(sub, answer, this.now());
    this.service.answer(sub.document.sha256, toOutcome(answer, sub.document));
  }

  /** Waits until the program has come to rest where the model expects it. Throws `Broken`. */
  async rest(): Promise<void> {
    const untilMs = performance.now() + this.#patienceMs;
    for (;;) {
      await setImmediate();
      const differs = await this.#differs();
      if (this.model.faults.length > 0) throw new Broken(this.model.faults.join('\n'));
      if (differs === null) return;
      if (performance.now() > untilMs) throw new Broken(differs);
      await wait(1);
    }
  }

  async #differs(): Promise<string | null> {
    // Everything due happens, also when only a look at the time made it due.
    this.world.pass(0);
    const overdue = this.model.overdue(this.world.nowMs, await this.isWaiting());
    if (overdue) return `${overdue.document.name} does not leave`;
    const rows = await this.office.submissions();
    const { subs } = this.model;
    if (rows.length !== subs.length) return `${rows.length} submissions, not ${subs.length}`;
    for (const sub of subs) {
      const row = rows.find(({ id }) => id === sub.id);
      const { name } = sub.document;
      if (!row) return `${name} is lost`;
      if (row.state !== sub.state) return `${name} is ${row.state}, not ${sub.state}`;
      if (row.attempts !== sub.attempts) return `${name} had ${row.attempts} tries`;
    }
    return null;
  }

  async isWaiting(): Promise<boolean> {
    return (await this.office.call('submissions.progress', {})).waitingUntil !== null;
  }

  /** Gives newly queued submissions the program's names. */
  name(subs: readonly Sub[], rows: readonly Submission[]): void {
    for (const sub of subs) {
      const row = rows.find(
        ({ id, sha256 }) => sha256 === sub.document.sha256 && !this.#isNamed(id),
      );
      if (!row) throw new Broken(`${sub.document.name} was not queued`);
      sub.id = row.id;
    }
  }

  #isNamed(id: string): boolean {
    return this.model.subs.some((sub) => sub.id === id);
  }

  /** Takes documents in and checks them; returns their files. */
  async take(wanted: readonly number[]): Promise<string[]> {
    const files: string[] = [];
    for (const index of wanted) {
      const { name, xml } = documents[index] ?? documents[0] ?? { name: '', xml: '' };
      files.push(await this.office.take(name, xml));
    }
    return files;
  }

  /** Everything finishes: nothing stays in progress or forgotten. */
  async finish(): Promise<void> {
    await this.office.call('submissions.resume', {});
    this.model.isPaused = false;
    this.model.hurried(this.world.nowMs);
    for (let round = 0; this.#isMoving(); round += 1) {
      if (round > 200) throw new Broken('it does not come to an end');
      this.world.pass(2 * 86_400_000);
      await this.rest();
      for (const sub of this.model.onTheWay()) this.answer(sub, { kind: 'accepted' });
      await this.rest();
      if (this.model.onTheWay().length === 0) await this.#settleObstacles();
    }
    // A start asks again only for the books of the last batch: a kill before may leave others.
    if (!this.office.wasKilled) await this.#dropCopies();
  }

  /** What a file of the list says of the history is soon what a copy says that is dropped now. */
  async #dropCopies(): Promise<void> {
    const { files } = await this.office.call('submissions.worklist', {});
    const unsent = files.filter(({ submission }) =>
      ['failed', 'rejected', 'cancelled'].includes(submission?.state ?? 'failed'),
    );
    for (const { id, name } of unsent) {
      const { xml } = documents.find((document) => document.name === name) ?? { xml: '' };
      const wanted = await this.#saidOf(await this.office.take(`copy of ${name}`, xml));
      const untilMs = performance.now() + this.#patienceMs;
      for (let told = ''; told !== wanted; ) {
        told = await this.#saidOf(id);
        if (performance.now() > untilMs)
          throw new Broken(`${name} on the list: ${told}, dropped now: ${wanted}`);
        await wait(1);
      }
    }
  }

  async #saidOf(fileId: string): Promise<string> {
    const { issues } = await this.office.call('submissions.issues', { fileId });
    return JSON.stringify(issues.map(({ code, record, params }) => [code, record, params?.state]));
  }

  #isMoving(): boolean {
    return this.model.subs.some(({ state }) => state === 'queued' || state === 'sending');
  }

  /** A person looks up unknown ones, and withdraws files held by a failed one. */
  async #settleObstacles(): Promise<void> {
    const unknown = this.model.subs.filter(({ state }) => state === 'unknown');
    for (const sub of unknown) {
      this.model.resolved(sub, 'accepted');
      await this.office.call('submissions.resolve', { id: sub.id ?? '', decision: 'accepted' });
      await this.rest();
    }
    if (unknown.length > 0 || this.model.onTheWay().length > 0) return;
    const left = this.model.subs.filter(({ state }) => state === 'queued');
    await this.office.call('submissions.cancelJob', { ids: left.map(({ id }) => id ?? '') });
    for (const sub of left) sub.state = 'cancelled';
    await this.rest();
  }

  close(): Promise<void> {
    return this.office.close();
  }
}
