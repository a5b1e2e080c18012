import { expect, it } from 'vitest';
import { firstPlace } from '../../../renderer/ui/table-scroll.ts';

const left = { listKey: 'all', top: 8_000, active: 150 };
const top = { top: 0, active: -1 };

it.each([
  ['its rows are all there', left, { listKey: 'all', count: 200, height: 54 }, left],
  ['only its first page is there', left, { listKey: 'all', count: 100, height: 54 }, top],
  ['the row of the keys is not there', { ...left, top: 0 }, { listKey: 'all', count: 100, height: 54 }, top],
  ['it is another list', left, { listKey: 'some', count: 200, height: 54 }, top],
  ['it was never left', null, { listKey: 'all', count: 200, height: 54 }, top],
])('a table is begun where it was left as far as its rows reach: %s', (_when, place, rows, wanted) => {
  expect(firstPlace(place, rows)).toEqual(wanted);
});
