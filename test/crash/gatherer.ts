import { writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createCommonWordsGatherer } from '../../main/store/common-words-writer.ts';
import { createQueries, openConnection } from '../../main/store/connection.ts';
import { transact } from '../../main/store/direct.ts';
import { openStore } from '../../main/store/store.ts';
import { moveSubmission } from '../../main/store/submissions.ts';
import { makeDice, pick } from '../integration/history/random-life.ts';
import { blockSizes } from './lived-history.ts';

/**
 * A process that gathers common words, a step at a time. With a moment it kills itself there:
 * `begun 2` when the second block has been begun, `stroke 30` between two strokes, `inserting 5`
 * while it writes a block down, `whole 1` right before that is on the disk, `written 1` right
 * after. With a number it changes submissions meanwhile, by that seed, until it is killed.
 */
const [, , folder = '', point = ''] = process.argv;
const seen = new Map<string, number>();

function pass(moment: string): void {
  const times = (seen.get(moment) ?? 0) + 1;
  seen.set(moment, times);
  if (`${moment} ${times}` === point) process.kill(process.pid, 'SIGKILL');
}

let written = '';
const { prepare, transaction } = Database.prototype;
Database.prototype.prepare = function (this: Database.Database, text: string) {
  const statement = prepare.call(this, text);
  const run = statement.run.bind(statement) as (...values: unknown[]) => unknown;
  const noted = (...values: unknown[]) => {
    if (text.startsWith('insert or replace into word_blocks')) written = 'begun';
    if (text.startsWith('update word_blocks set is_whole = 1')) written = 'written';
    if (text.startsWith('insert into common_words')) pass('inserting');
    return run(...values);
  };
  return Object.assign(statement, { run: noted });
} as typeof prepare;
Database.prototype.transaction = function (
  this: Database.Database,
  work: (...given: unknown[]) => unknown,
) {
  const made = transaction.call(this, (...given: unknown[]) => {
    written = '';
    const result = work(...given);
    if (written === 'written') pass('whole');
    return result;
  });
  const immediate = (...given: unknown[]): unknown => {
    const result = made.immediate(...given);
    if (written !== '') pass(written);
    written = '';
    return result;
  };
  return { immediate };
} as unknown as typeof transaction;

const store = await openStore(folder, () => new Date());
const database = openConnection(join(folder, 'zubi.db'), { mustExist: true });
const gather = createCommonWordsGatherer(createQueries(database), database, {
  ...blockSizes,
  strokeMs: 0,
});
const isEndless = /^\d+$/.test(point);
const roll = makeDice(Number(point) || 0);
const count = Number(database.prepare('select max(sequence) from submissions').pluck().get());
const states = ['accepted', 'partially_accepted', 'rejected'] as const;

/** A submission ends in another way. */
async function change(): Promise<void> {
  await transact(store.queries, (direct) => {
    const [id, state] =
      direct.first('select id, state from submissions where sequence = ?', [1 + roll(count)]) ?? [];
    const from = states.find((each) => each === state);
    const to = { state: pick(roll, states), identifier: `LROE-${roll(1000)}` };
    if (from) moveSubmission(direct, String(id), from, to);
  });
}

for (let isMore = true; isMore || isEndless; ) {
  isMore = await gather();
  pass('stroke');
  if (seen.get('stroke') === 1) writeSync(1, 'gathers\n');
  if (!isEndless || (isMore && roll(300) > 0)) continue;
  await change();
  while (roll(3) > 0 && (await store.writeDueWords({ largeToo: true, patient: true })));
}
