import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findFile } from '../planted-faults/fault.ts';
import { faults } from '../planted-faults/list.ts';

test('each planted fault has its one place in the code', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const lost = faults.filter((fault) => findFile(root, fault) === null);
  expect(lost.map(({ why }) => why)).toEqual([]);
  expect(faults).toHaveLength(60);
});
