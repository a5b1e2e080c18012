import type { Virtualizer } from '@tanstack/react-virtual';
import { expect, it, vi } from 'vitest';
import { firstPlace, scrollWhenAway } from '../../../renderer/ui/table-scroll.ts';

const left = { listKey: 'all', top: 8_000, active: 150 };
const top = { top: 0, active: -1 };

it.each([
  ['its rows are all there', left, { listKey: 'all', count: 200, height: 54 }, left],
  ['only its first page is there', left, { listKey: 'all', count: 100, height: 54 }, top],
  [
    'the row of the keys is not there',
    { ...left, top: 0 },
    { listKey: 'all', count: 100, height: 54 },
    top,
  ],
  ['it is another list', left, { listKey: 'some', count: 200, height: 54 }, top],
  ['it was never left', null, { listKey: 'all', count: 200, height: 54 }, top],
])('a table starts where it was left if it has enough rows: %s', (_when, place, rows, wanted) => {
  expect(firstPlace(place, rows)).toEqual(wanted);
});

it.each([
  ['a new one at its top stays there', { offset: 0, at: 0 }, 0],
  ['one that is further down goes to its top', { offset: 0, at: 300 }, 1],
  ['one at its top goes further down', { offset: 300, at: 0 }, 1],
  ['rows above it became higher', { offset: 0, at: 0, adjustments: 12 }, 1],
])(
  'a table is scrolled only when it is at another place: %s',
  (_when, { offset, at, ...options }, times) => {
    const scrollTo = vi.fn();
    const virtual = {
      scrollElement: { scrollTo },
      scrollOffset: at,
      options: { horizontal: false },
    };
    scrollWhenAway(offset, options, virtual as unknown as Virtualizer<HTMLDivElement, Element>);
    expect(scrollTo).toHaveBeenCalledTimes(times);
  },
);
