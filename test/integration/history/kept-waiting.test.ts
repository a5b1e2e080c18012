import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  moveSubmission,
  setDismissed,
} from '../../../main/features/submissions/submissions-table.ts';
import { checkWaiting } from '../../../main/platform/db/derived-check.ts';
import { openStore, type Store } from '../../../main/platform/db/store.ts';
import type { SubmissionsTable } from '../../../main/platform/db/tables.ts';
import { insertSubmissionRow } from '../store/rows.ts';
import { makeDice, operations, pick, states } from './random-life.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The rule in plain words, without the database: the submissions that wait for a person. */
function lookWhatWaits(all: readonly SubmissionsTable[]): number[] {
  const gone = (row: SubmissionsTable) => ['failed', 'cancelled'].includes(row.state);
  return all
    .filter((row) => {
      if (row.state === 'unknown') return true;
      if (!['rejected', 'partially_accepted', 'failed'].includes(row.state) || row.dismissed_at)
        return false;
      const after = all.filter(
        (other) =>
          other.sequence > row.sequence && other.environment === row.environment && !gone(other),
      );
      const mends = after.some(
        (other) =>
          other.previous_id === row.id &&
          (other.operation === row.operation ||
            (row.incorrect_count === 0 && other.operation === 'modification')),
      );
      const again = after.some(
        (other) => other.sha256 === row.sha256 && other.environment === row.environment,
      );
      const anotherWay = after.some(
        (other) =>
          row.previous_id !== null &&
          other.previous_id === row.previous_id &&
          other.operation === row.operation &&
          other.state !== 'rejected',
      );
      return !mends && !again && !anotherWay;
    })
    .map(({ sequence }) => sequence);
}

const readAll = ({ queries }: Pick<Store, 'queries'>) =>
  queries.selectFrom('submissions').selectAll().orderBy('sequence').execute();

async function expectTrue(store: Pick<Store, 'queries'>, why: string): Promise<number[]> {
  const kept = await store.queries
    .selectFrom('waiting_submissions')
    .selectAll()
    .orderBy('sequence')
    .execute();
  const all = await readAll(store);
  const expected = lookWhatWaits(all);
  expect(
    kept.map(({ sequence }) => sequence),
    why,
  ).toEqual(expected);
  const bySequence = new Map(all.map((row) => [row.sequence, row]));
  for (const row of kept) expect(bySequence.get(row.sequence)).toMatchObject(row);
  return expected;
}

/** Submissions that repeat and follow each other and go from any state to any other. */
async function live(
  store: Pick<Store, 'queries'>,
  seed: number,
  steps: number,
  look?: () => Promise<void>,
) {
  const roll = makeDice(seed);
  for (let step = 0; step < steps; step += 1) {
    const all = await readAll(store);
    const row = all[roll(all.length)];
    if (row && roll(6) === 0) {
      const at = roll(2) === 0 ? clock().toISOString() : null;
      await store.queries
        .transaction()
        .execute((transaction) => setDismissed(transaction, { id: row.id, states, at }));
    } else if (row && roll(3) > 0) {
      const state = pick(roll, states);
      const counts = roll(2) === 0 ? { incorrect_count: roll(2) } : {};
      await move(store, row, { state, ...counts });
    } else {
      // A document is on its way once, so only an ended one is sent again.
      const sha256 = roll(12).toString(16).repeat(64);
      const environment = pick(roll, ['sandbox', 'production'] as const);
      await insertSubmissionRow(store.queries, {
        id: `s${step}`,
        sha256,
        environment,
        state: 'cancelled',
        operation: pick(roll, operations),
        previousId: roll(2) === 0 ? null : (row?.id ?? null),
      });
    }
    await look?.();
  }
}

/** The store refuses a second one of the same document on its way; then nothing has changed. */
async function move(
  store: Pick<Store, 'queries'>,
  row: SubmissionsTable,
  change: Partial<SubmissionsTable> & { state: SubmissionsTable['state'] },
): Promise<void> {
  try {
    await store.queries
      .transaction()
      .execute((transaction) => moveSubmission(transaction, row.id, row.state, change));
  } catch (error) {
    expect(error).toMatchObject({ code: 'SQLITE_CONSTRAINT_UNIQUE' });
  }
}

describe('the stored list of waiting submissions', () => {
  it.each([1, 2, 3, 4])('agrees with the submissions after every step, seed %d', async (seed) => {
    const store = await openStore(makeFolder(), clock);
    onTestFinished(() => store.close());
    const seen = new Set<string>();
    let step = 0;
    await live(store, seed, 120, async () => {
      step += 1;
      seen.add(String(await expectTrue(store, `step ${step}`)));
    });
    expect(seen.size, 'it has changed time and again').toBeGreaterThan(20);
  });

  it('is reported as damage when it does not agree', async () => {
    const folder = makeFolder();
    const store = await openStore(folder, clock);
    await insertSubmissionRow(store.queries, { id: 'one', state: 'rejected' });
    await store.close();
    const database = new Database(join(folder, 'zubi.db'));
    onTestFinished(() => void database.close());
    const damage = expect.objectContaining({
      code: 'database_damaged',
      details: { cause: 'waiting' },
    });
    expect(() => checkWaiting(database)).not.toThrow();
    database.exec("update waiting_submissions set state = 'failed'");
    expect(() => checkWaiting(database)).toThrow(damage);
    database.exec('delete from waiting_submissions');
    expect(() => checkWaiting(database)).toThrow(damage);
  });
});
