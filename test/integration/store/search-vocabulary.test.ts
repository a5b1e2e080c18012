import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { migrations } from '../../../main/store/migrations/list.ts';
import * as vocabulary from '../../../main/store/search-words.ts';
import { newestVersion, openOlderHistory } from './older-history.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** By version; a step whose digest is not here is not released yet. */
const released: Readonly<Record<number, string>> = {
  1: '002d01aa35517bf2',
  2: 'beaea6aa9fb9ee50',
  3: '1dfe80e9d28210b9',
  4: '86f825db7b9cf670',
  5: '4fce11f5ae9dab44',
  6: 'b27fd160a74f4e33',
  7: '8a00ce99fff3718a',
  8: '2eea2bcb1599dea9',
  10: '9e80f6ab296ec3da',
  11: '54bb51ec07fa060b',
  12: '6d59ed2979e87a19',
  13: 'e1890003702de641',
  14: 'a801462f8af5d972',
  15: 'fc8850d7fd78d54f',
  16: '9541d8de2075697e',
  17: '1177454f605729e6',
};

it('a step that folders have taken says what it said', () => {
  const told = migrations.map(({ version, sql }) => [version, digest(sql)] as const);
  expect(Object.fromEntries(told)).toMatchObject(released);
});

/**
 * What is written into the index, or looked for in it, by the number of its vocabulary: whatever
 * changes here needs a step that writes all words anew and keeps the next number.
 */
const spoken: Readonly<Record<number, string>> = { 1: 'dec7f7211a927861' };

it('words and marks change together with their number, which the newest step keeps', async () => {
  const { vocabularyNumber, places, lastOfAll, marks, markedStates, searchTables, kinds } =
    vocabulary;
  const said = searchTables.flatMap((table) =>
    kinds.flatMap((kind) => [
      vocabulary.addWords(table, kind, 'true'),
      vocabulary.removeWords(table, kind, 'true'),
    ]),
  );
  const all = JSON.stringify([
    places,
    lastOfAll,
    marks,
    markedStates,
    said,
    vocabulary.standingNumbers,
  ]);
  expect(digest(all)).toBe(spoken[vocabularyNumber]);
  const { database, migrateTo } = await openOlderHistory(14);
  await migrateTo(newestVersion);
  expect(database.prepare('select number from search_vocabulary').pluck().all()).toEqual([
    vocabularyNumber,
  ]);
});
