import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { App } from '../../../main/app-options.ts';
import { createKeyNotice } from '../../../main/hosts/cli/key-notice.ts';
import { loadTexts } from '../../../main/platform/texts.ts';

let folder: string;
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zubi-notice-'));
  said = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const keysAreKept = () => writeFileSync(join(folder, 'secrets.json'), '{}');
const appWith = (backend: string): Pick<App, 'call'> & { asked: number } => ({
  asked: 0,
  async call() {
    this.asked += 1;
    return { ok: true, value: { protection: { backend, protects: false, locked: false } } };
  },
});

it('keys in a key file are reported when there are any, once', async () => {
  const tell = createKeyNotice(folder, loadTexts('en'));
  const app = appWith('key_file');
  await tell(app);
  expect([said, app.asked]).toEqual([[], 0]);
  keysAreKept();
  await tell(app);
  expect(said).toEqual([expect.stringContaining(folder)]);
  await tell(app);
  expect([said.length, app.asked]).toEqual([1, 1]);
});

it('keys that an earlier run stored, or that are protected, are not reported', async () => {
  const protectedNow = createKeyNotice(folder, loadTexts('en'));
  keysAreKept();
  await protectedNow(appWith('passphrase'));
  await createKeyNotice(folder, loadTexts('en'))(appWith('key_file'));
  expect(said).toEqual([]);
});

it('keys that move from a key file under the passphrase are reported', async () => {
  const key = { backend: 'key_file', system: null, sealed: 's', createdAt: '2026-01-01T00:00:00Z' };
  const contents = { version: 1, current: 'k', keys: { k: key }, entries: {} };
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(contents));
  await createKeyNotice(folder, loadTexts('en'))(appWith('key_file'));
  expect(said).toEqual([]);
  await createKeyNotice(folder, loadTexts('en'))(appWith('passphrase'));
  expect(said).toEqual([expect.stringContaining('now protected by a passphrase')]);
});

it('a core that no longer answers is not asked for more, and ends no command', async () => {
  const tell = createKeyNotice(folder, loadTexts('en'));
  keysAreKept();
  const gone = { code: 'connection_lost', details: {} } as const;
  await tell({ call: async () => ({ ok: false, error: gone }) });
  expect(said).toEqual([]);
});
