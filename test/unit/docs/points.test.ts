import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const text = readFileSync(`${root}docs/decisions/0012-history-that-can-be-trusted.md`, 'utf8');
const rows = text
  .split('\n')
  .filter((line) => /^\| [QKH]\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, point = '', , where = '']) => ({ point, where }));

it('names each point once', () => {
  const points = rows.flatMap(({ point }) =>
    [...point.matchAll(/\b[QKH]\d+\b/g)].map(([one]) => one),
  );
  const wanted = (letter: string, first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => `${letter}${first + index}`);
  expect(points).toEqual([...wanted('Q', 1, 12), ...wanted('K', 5, 7), ...wanted('H', 1, 8)]);
});

it.each(rows)('$point: its tests exist', ({ where }) => {
  const files = [...where.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const path = /^(?:unit|e2e|crash)\//.test(file) ? file : `integration/${file}`;
    expect(globSync(`test/${path}.test.ts`, { cwd: root }), file).not.toEqual([]);
  }
});
