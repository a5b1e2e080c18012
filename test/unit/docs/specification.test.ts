import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assumptions } from '../../../sandbox/assumptions.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const document = read('docs/specification.md');
const rows = document
  .split('\n')
  .map((line) => /^\| (\d[\w.]*) \| (.+) \| (.+) \|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, id = '', says = '', cell = '']) => ({ id, says, cell }));
const named = rows.flatMap(({ id, cell }) =>
  [...cell.matchAll(/`([^`]+)` "([^"]+)"/g)].map(([, file = '', title = '']) => ({
    id,
    file,
    title,
  })),
);

describe('docs/specification.md', () => {
  it('has the parts 2 to 7, each sentence with a test or an assumption', () => {
    const parts = ['2.1', '2.2', '2.3', '3', '4.1', '4.2', '4.3', '5', '6', '7'];
    for (const part of parts) {
      expect(rows.filter(({ id }) => id.startsWith(`${part}.`)).length, part).toBeGreaterThan(2);
    }
    for (const { id, cell } of rows) expect(cell, id).toMatch(/^(?:`.+` ".+"|not shown: A\d+)/);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it.each([...new Set(named.map(({ file }) => file))])(
    'names only tests that exist in %s',
    (file) => {
      const source = read(`test/${file}`);
      for (const { id, title } of named.filter((one) => one.file === file)) {
        expect(source.includes(`'${title}'`), `${id}: ${title}`).toBe(true);
      }
    },
  );

  it('has a place for every assumption of the sandbox, and no unknown one', () => {
    const mentioned = new Set(document.match(/\bA[1-9]\d*\b/g));
    expect([...mentioned].sort()).toEqual(assumptions.map(({ id }) => id).sort());
  });
});
