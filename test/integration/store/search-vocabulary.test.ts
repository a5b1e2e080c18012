import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import * as vocabulary from '../../../main/store/search-words.ts';
import { openEmptyHistory } from './empty-history.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * What is written into the index, or looked for in it, by the number of its vocabulary: whatever
 * changes here needs a step that writes all words anew and keeps the next number.
 */
const spoken: Readonly<Record<number, string>> = { 1: 'dec7f7211a927861' };

it('words and marks change together with their number, which a history keeps', async () => {
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
  const { database } = await openEmptyHistory();
  expect(database.prepare('select number from search_vocabulary').pluck().all()).toEqual([
    vocabularyNumber,
  ]);
});
