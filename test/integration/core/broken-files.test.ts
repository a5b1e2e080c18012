import { Buffer } from 'node:buffer';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOffice } from './office.ts';

const broken: readonly (readonly [string, Buffer])[] = [
  ['empty', Buffer.alloc(0)],
  ['torn', Buffer.from('{"language": "eu", "off')],
  ['a list', Buffer.from('["eu"]')],
  ['a bare value', Buffer.from('null')],
  ['zeros', Buffer.alloc(200)],
  ['not UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
];

const names = [
  ...['settings.json', 'preferences.json', 'secrets.json', 'connection.json', 'watching.json'],
];
describe.each(names)('K7: a broken %s', (name) => {
  it.each(broken)('(%s) opens twice, is written again, and is never lost', async (_kind, bytes) => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'zubi-broken-'));
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
    writeFileSync(join(dataFolder, name), bytes);
    const kept = () =>
      readdirSync(dataFolder)
        .filter((each) => each === name || each.startsWith(`${name}.corrupt-`))
        .filter((each) => readFileSync(join(dataFolder, each)).equals(bytes));
    for (let opening = 1; opening <= 2; opening += 1) {
      const office = await openOffice({ dataFolder });
      const { faults } = await office.call('app.status', {});
      // All others are set aside at once, secrets only when something replaces them:
      // until then every start reports them.
      const isTold = opening === 1 || name === 'secrets.json';
      const code = name === 'secrets.json' ? 'secrets_unreadable' : 'settings_damaged';
      expect(faults.map((fault) => fault.code)).toEqual(isTold ? [code] : []);
      expect(kept()).toHaveLength(1);
      // Writes each of the five.
      if (opening === 2) await office.call('watching.markSeen', {});
      if (opening === 2) await office.call('connection.useSandbox', {});
      if (opening === 2) await office.call('settings.set', { officeName: 'Zubia', language: 'en' });
      await office.app.close();
    }
    expect(kept()).toHaveLength(1);
    const again = await openOffice({ dataFolder });
    expect(await again.call('settings.get', {})).toMatchObject({
      officeName: 'Zubia',
      language: 'en',
    });
    expect((await again.call('connection.get', {})).environment).toBe('sandbox');
  });
});

it('K7: broken settings, connection and watched folders are reported at once, by their names', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'zubi-broken-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const files = ['settings.json', 'preferences.json', 'connection.json', 'watching.json'];
  for (const name of files) writeFileSync(join(dataFolder, name), '{');
  const office = await openOffice({ dataFolder });
  expect((await office.call('app.status', {})).faults).toEqual([
    {
      code: 'settings_damaged',
      details: { file: files.join(', '), reason: 'damaged' },
    },
  ]);
});
