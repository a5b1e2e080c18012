import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDay, writeDay } from '../../../renderer/format/written-day.ts';

it('a date is read as people write it, and shown in the one format of the language', () => {
  for (const text of ['21/11/2026', '21.11.2026', ' 2026-11-21 ', '2026/11/21'])
    expect(readDay(text)).toBe('2026-11-21');
  expect(readDay('1/2/2026')).toBe('2026-02-01');
  for (const text of ['31/02/2026', '21/11/26', '21/11', 'mañana', ''])
    expect(readDay(text)).toBeNull();
  expect(writeDay('es', '2026-11-21')).toBe('21/11/2026');
  expect(writeDay('eu', '2026-11-21')).toBe('2026/11/21');
  expect(writeDay('en', '')).toBe('');
});

it('a date has one kind of input: no field of the browser, which follows the system', () => {
  const folder = new URL('../../../renderer', import.meta.url).pathname;
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const native = sources.filter(
    (name) =>
      name.endsWith('.tsx') && /type(=|: ?)['"]date/.test(readFileSync(join(folder, name), 'utf8')),
  );
  expect(native).toEqual([]);
});
