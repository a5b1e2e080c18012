import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { statements } from '../../statements/statements.ts';
import { proofs, tableFile } from '../../statements/table.ts';

const folder = fileURLToPath(new URL('../..', import.meta.url));
const rows = readFileSync(tableFile, 'utf8')
  .split('\n')
  .map((line) => /^\| ([A-Z]\d+|\d\d\.\w+) \| .+ \| (.+) \|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, id = '', cell = '']) => {
    const tests = cell.startsWith('none: ') ? [] : cell.split(', ');
    return { id, tests: tests.map((name) => name.replaceAll('`', '')) };
  });

it('every statement has a test, or the reason why it has none', () => {
  const empty = proofs().filter(({ tests }) => tests.length === 0);
  expect(empty.filter(({ statement }) => statement.open === undefined)).toEqual([]);
});

it('every named file exists, and every number appears once', () => {
  const files = statements.flatMap(({ by = [] }) => by);
  expect(files.filter((name) => !existsSync(`${folder}${name}.test.ts`))).toEqual([]);
  expect(new Set(statements.map(({ id }) => id)).size).toBe(statements.length);
});

it('test/statements.md has every statement: node test/statements/table.ts writes it', () => {
  expect(rows.map(({ id }) => id)).toEqual(statements.map(({ id }) => id));
});

it.each(proofs())('the table agrees with the tests for $statement.id', ({ statement, tests }) => {
  const told = rows.find(({ id }) => id === statement.id)?.tests ?? [];
  expect(tests).toEqual(expect.arrayContaining(told));
});
