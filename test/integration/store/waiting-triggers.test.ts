import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { checkWaiting } from '../../../main/platform/db/derived-check.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { rounds } from '../../rounds.ts';
import { makeDice, operations, pick } from '../history/random-life.ts';

const ended = ['accepted', 'partially_accepted', 'rejected', 'failed', 'unknown'] as const;
const kinds = ['rejected', 'accepted_with_errors', 'modified', 'cancellation'] as const;
const results = ['correct', 'incorrect', 'accepted_with_errors'] as const;
const codes = ['B4_2000003', 'B4_2000004', 'B4_1000001', null] as const;

async function openHistory() {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-triggers-'));
  await (await openStore(folder, () => new Date('2026-11-21T09:00:00Z'))).close();
  const database = new Database(join(folder, 'zubi.db'));
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  database.exec(`
    insert into companies (id, service_id, environment, is_individual, full_name, tax_id,
      territory_id, territory_name, "authorization", created_at)
    values ('one', '1', 'sandbox', 0, 'Uno SL', 'B95000037', '48', 'Bizkaia', 'approved', '2026-01-01')`);
  return database;
}

/** Submissions, their files' origins and their records, written in the order of the application. */
class Life {
  readonly #database: Database.Database;
  readonly #roll: (sides: number) => number;
  #count = 0;

  constructor(database: Database.Database, seed: number) {
    this.#database = database;
    this.#roll = makeDice(seed);
  }

  step(): void {
    const roll = this.#roll;
    const moving = this.#one("state in ('queued', 'sending')");
    const open = this.#one("state in ('unknown')");
    if (moving !== undefined && roll(2) === 0) this.#end(moving);
    else if (open !== undefined && roll(4) === 0) this.#end(open);
    else if (roll(8) === 0) this.#dismiss();
    else this.#send();
  }

  #one(where: string): string | undefined {
    return this.#database
      .prepare(`select id from submissions where ${where} order by abs(sequence * ?) % 101`)
      .pluck()
      .get(this.#roll(97) + 1) as string | undefined;
  }

  /** What has ended: nothing else has a file made from it. */
  #source = () => this.#one("state in ('partially_accepted', 'rejected', 'failed', 'accepted')");

  #send(): void {
    const roll = this.#roll;
    this.#count += 1;
    const id = `s${this.#count}`;
    const file = roll(4) === 0 ? this.#unmoving() : `f${this.#count}`;
    const previous = roll(3) > 0 ? (this.#source() ?? null) : null;
    const sha256 = (roll(4) === 0 ? 'd' : `${this.#count}x`).padEnd(64, '0');
    this.#database.transaction(() => {
      if (file === `f${this.#count}`) this.#keepOrigin(file, previous);
      this.#run('insert or ignore into documents values (?, 1, ?, ?)', sha256, gzip, '2026-01-01');
      const moving = this.#database
        .prepare("select 1 from submissions where sha256 = ? and state in ('queued', 'sending')")
        .get(sha256);
      if (moving !== undefined) return;
      this.#run(
        `insert into submissions (id, sequence, file_name, model, operation, fiscal_year, tax_id,
          taxpayer_name, company_id, company_name, record_count, schema_id, environment, base_url,
          created_at, sha256, state, previous_id, worklist_file_id)
        values (?, ?, 'a.xml', '240', ?, 2026, 'B95000037', 'Uno SL', 'one', 'Uno SL', 3,
          '240-received', 'sandbox', 'http://a', '2026-11-24', ?, 'queued', ?, ?)`,
        ...[id, this.#count, pick(roll, operations), sha256, previous, file],
      );
      for (const record of [1, 2, 3])
        this.#run(
          'insert or ignore into submission_records values (?, ?, ?)',
          ...[this.#count, record, Buffer.from(`r${roll(6)}`.padEnd(16))],
        );
      this.#run('update submissions set records_indexed = 1 where id = ?', id);
    })();
  }

  /** The file of a submission that is sent again. */
  #unmoving(): string | null {
    return this.#database
      .prepare("select worklist_file_id from submissions where state = 'failed' limit 1")
      .pluck()
      .get() as string | null;
  }

  #keepOrigin(file: string, previous: string | null): void {
    const roll = this.#roll;
    const source = roll(2) === 0 ? previous : (this.#source() ?? null);
    if (source === null) return;
    const insert = 'insert into file_origins (file_id, kind, submission_id, file_name)';
    this.#run(`${insert} values (?, ?, ?, 'a.xml')`, file, pick(roll, kinds), source);
    const other = this.#source();
    if (other === undefined || other === source) return;
    const join = 'insert into joined_sources (file_id, submission_id, corrects)';
    this.#run(`${join} values (?, ?, ?)`, file, other, roll(2));
  }

  #end(id: string): void {
    const roll = this.#roll;
    this.#database.transaction(() => {
      const told = roll(3) === 0 ? [] : [1, 2, 3].map(() => pick(roll, results));
      const count = (state: string) => told.filter((each) => each === state).length;
      for (const [index, state] of told.entries())
        this.#run(
          `insert or ignore into record_results (submission_id, position, record, state, code)
          values (?, ?, ?, ?, ?)`,
          ...[id, index + 1, index + 1, state, pick(roll, codes)],
        );
      this.#run(
        `update submissions set state = ?, incorrect_count = ?, accepted_with_errors_count = ?
        where id = ?`,
        ...[pick(roll, ended), count('incorrect'), count('accepted_with_errors'), id],
      );
    })();
  }

  #dismiss(): void {
    const at = this.#roll(2) === 0 ? '2026-11-24' : null;
    const id = this.#source() ?? null;
    this.#run('update submissions set dismissed_at = ? where id = ?', at, id);
  }

  #run(sql: string, ...values: unknown[]): void {
    this.#database.prepare(sql).run(...values);
  }
}

const gzip = Buffer.from([0]);

it('the list of what waits is the rule’s after every step of many lives', async () => {
  for (let seed = 1; seed <= rounds(3, 60); seed += 1) {
    const database = await openHistory();
    const life = new Life(database, seed);
    const lengths = new Set<unknown>();
    for (let step = 1; step <= 150; step += 1) {
      life.step();
      expect(() => checkWaiting(database), `seed ${seed}, step ${step}`).not.toThrow();
      lengths.add(database.prepare('select count(*) from waiting_submissions').pluck().get());
    }
    expect(lengths.size).toBeGreaterThan(5);
  }
});
