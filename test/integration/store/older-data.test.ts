import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../main/platform/db/store.ts';
import { unpackOlderFolder } from '../../fixtures/older-data/older-data.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');

describe('a history from before the first release', () => {
  it.each([1, 19, 36])('is refused by name in version %i, and left unchanged', async (version) => {
    const folder = unpackOlderFolder();
    const path = join(folder, 'zubi.db');
    const database = new Database(path);
    database.pragma(`user_version = ${version}`);
    database.close();
    const before = readFileSync(path);
    for (const owns of [true, false])
      await expect(openStore(folder, clock, { owns })).rejects.toMatchObject({
        code: 'database_older',
        details: { version, supported: 37 },
      });
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
