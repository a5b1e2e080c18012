import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeIn } from '../../../main/validator/intake.ts';

const limit = 1_048_576;
const atLimit = Buffer.alloc(limit, 0x20);
const beyond = Buffer.alloc(limit + 1, 0x20);
const refusal = { kind: 'refused', code: 'file_too_large', params: { limitMiB: 1 } };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-intake-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('takes bytes at the limit, and refuses one more', () => {
  expect(takeIn({ kind: 'bytes', bytes: atLimit }, limit)).toMatchObject({ kind: 'bytes' });
  expect(takeIn({ kind: 'bytes', bytes: beyond }, limit)).toMatchObject(refusal);
});

it('takes a file at the limit, and refuses one more byte', () => {
  const path = join(folder, 'a.xml');
  writeFileSync(path, atLimit);
  expect(takeIn({ kind: 'path', path }, limit)).toMatchObject({ kind: 'bytes' });
  writeFileSync(path, beyond);
  expect(takeIn({ kind: 'path', path }, limit)).toMatchObject(refusal);
});
