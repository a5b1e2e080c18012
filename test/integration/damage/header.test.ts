import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toStoreError } from '../../../main/platform/db/errors.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { writeCommit } from '../../crash/written-history.ts';
import { rounds } from '../../rounds.ts';
import { copyOf, findEnd } from './ends.ts';

const clock = () => new Date('2026-11-21T09:00:00Z');
const bytes = Array.from({ length: 100 }, (_, at) => at);
const masks = [0xff, 0x01, 0x80].slice(0, rounds(1, 3));
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-header-'));
  const store = await openStore(folder, clock);
  for (let commit = 1; commit <= 9; commit += 1) await writeCommit(store.queries, commit);
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function change(at: number, mask: number): string {
  const copy = copyOf(folder);
  const path = join(copy, 'zubi.db');
  const file = readFileSync(path);
  file.writeUInt8(file.readUInt8(at) ^ mask, at);
  writeFileSync(path, file);
  return copy;
}

/** The error of opening it; null where it opens and takes a commit. */
async function open(copy: string): Promise<unknown> {
  try {
    const store = await openStore(copy, clock);
    try {
      await writeCommit(store.queries, 10);
    } finally {
      await store.close();
    }
    return null;
  } catch (error) {
    // A commit that needs a new page meets a wrong count of free ones: told as any call tells it.
    return toStoreError(error);
  }
}

describe('a changed byte of the header', () => {
  it.each(masks)(
    'at each place, by %i: the history works, or is reported as damaged',
    async (mask) => {
      const ends = { works: 0, damaged: 0 };
      for (const at of bytes) {
        const error = await open(change(at, mask));
        if (error !== null) expect(error, `byte ${at}`).toMatchObject({ code: 'database_damaged' });
        ends[error === null ? 'works' : 'damaged'] += 1;
      }
      expect(ends.damaged).toBeGreaterThan(40);
      expect(ends.works + ends.damaged).toBe(bytes.length);
    },
  );

  const told = ['write version', 'schema format', 'user version'] as const;
  const places = { 'write version': 18, 'schema format': 47, 'user version': 62 };
  it.each(told)('%s: the application starts in recovery, with a way on', async (name) => {
    expect(await findEnd(change(places[name], 0xff))).toBe('recovery');
  });
});
