import { Buffer } from 'node:buffer';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaults, SettingsFolder } from './fixture.ts';

let folder: SettingsFolder;

beforeEach(() => {
  folder = new SettingsFolder();
});
afterEach(() => folder.remove());

// holds K7
describe('a settings file', () => {
  test('is made by the first write, for this user only', () => {
    const file = folder.open();
    expect(file.read()).toEqual(defaults);
    expect(folder.names()).toEqual([]);
    file.write({ ...defaults, language: 'eu' });
    expect(folder.names()).toEqual(['settings.json']);
    expect(folder.open().read().language).toBe('eu');
    expect([folder.mode('settings.json'), folder.mode('.')]).toEqual([0o600, 0o700]);
  });

  test('is made in a folder that does not exist yet', () => {
    rmSync(folder.path, { recursive: true });
    folder.open().write(defaults);
    expect([folder.mode('settings.json'), folder.mode('.')]).toEqual([0o600, 0o700]);
  });

  test('keeps unknown fields, and gets defaults for missing ones', () => {
    folder.put(JSON.stringify({ officeName: 'Zubia', fromLater: { deep: [1] } }));
    const file = folder.open();
    expect(file.read()).toEqual({ ...defaults, officeName: 'Zubia' });
    file.write({ ...file.read(), language: 'en' });
    expect(JSON.parse(folder.text())).toMatchObject({
      officeName: 'Zubia',
      language: 'en',
      fromLater: { deep: [1] },
    });
    expect(file.fault()).toBeNull();
  });

  test('is closed to others when they could read it', () => {
    folder.put('{}');
    chmodSync(folder.file, 0o644);
    chmodSync(folder.path, 0o755);
    folder.open();
    expect([folder.mode('settings.json'), folder.mode('.')]).toEqual([0o600, 0o700]);
  });

  test('in a folder of the user keeps the mode of that folder', () => {
    writeFileSync(join(folder.path, 'thesis.txt'), 'x');
    chmodSync(folder.path, 0o755);
    folder.open().write(defaults);
    expect([folder.mode('settings.json'), folder.mode('.')]).toEqual([0o600, 0o755]);
  });

  test('takes every character', () => {
    const officeName = 'ñ € 🙂 \u2028 \uFFFD "\\';
    folder.open().write({ ...defaults, officeName });
    expect(folder.open().read().officeName).toBe(officeName);
    expect(folder.open().fault()).toBeNull();
  });

  test('reads a file with a byte order mark', () => {
    folder.put(`\uFEFF${JSON.stringify({ language: 'eu' })}`);
    expect(folder.open().read().language).toBe('eu');
  });

  test('removes the files of killed writers, but not those of other writers or programs', () => {
    const left = ['.settings.json.999999999-ab.tmp', `.settings.json.${process.pid}-ab.tmp`];
    const kept = [
      `.settings.json.${process.ppid}-ab.tmp`,
      '.other.json.999999999-ab.tmp',
      'settings.json.tmp',
    ];
    for (const name of [...left, ...kept]) writeFileSync(join(folder.path, name), '{');
    folder.open();
    expect(folder.names()).toEqual([...kept].sort());
  });
});

const broken: readonly [string, string | Uint8Array][] = [
  ['empty', ''],
  ['torn', '{"language": "eu", "off'],
  ['a list', '["eu"]'],
  ['a bare value', 'null'],
  ['zeros', Buffer.alloc(200)],
  ['not UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
];

describe('a broken settings file', () => {
  test.each(broken)('(%s) is set aside whole, and reported', (_name, content) => {
    folder.put(content);
    const file = folder.open();
    expect(file.read()).toEqual(defaults);
    const aside = 'settings.json.corrupt-2026-11-21T10-00-00-000Z';
    expect(file.fault()).toEqual({ kind: 'damaged', keptAs: aside });
    expect(Buffer.from(folder.bytes(aside)).equals(Buffer.from(content))).toBe(true);
    file.write({ ...defaults, language: 'eu' });
    expect(folder.open().read().language).toBe('eu');
    expect(folder.open().fault()).toBeNull();
  });

  test('(one wrong value) loses only that value', () => {
    folder.put(JSON.stringify({ language: 'xx', officeName: 'Zubia', fromLater: 1 }));
    const file = folder.open();
    expect(file.read()).toEqual({ ...defaults, officeName: 'Zubia' });
    expect(file.fault()?.kind).toBe('damaged');
    expect(JSON.parse(folder.text())).toMatchObject({
      language: 'es',
      officeName: 'Zubia',
      fromLater: 1,
    });
    expect(folder.names()).toHaveLength(2);
  });

  test('(a folder in its place) is set aside', () => {
    mkdirSync(folder.file);
    const file = folder.open();
    expect(file.fault()?.kind).toBe('damaged');
    file.write(defaults);
    expect(folder.open().fault()).toBeNull();
  });

  test('does not take the name of one set aside before', () => {
    for (const text of ['first', 'second', 'third']) {
      folder.put(text);
      folder.open();
    }
    const aside = folder.names().filter((name) => name.includes('corrupt'));
    expect(aside.map((name) => folder.text(name)).sort()).toEqual(['first', 'second', 'third']);
  });

  test('is read as far as possible, and not overwritten, when it is of a newer version', () => {
    const text = JSON.stringify({ version: 7, language: { code: 'eu' }, officeName: 'Zubia' });
    folder.put(text);
    const file = folder.open();
    expect(file.read()).toEqual({ ...defaults, officeName: 'Zubia' });
    expect(file.fault()).toEqual({ kind: 'newer', version: 7 });
    expect(() => file.write(defaults)).toThrow(
      expect.objectContaining({ code: 'settings_damaged' }),
    );
    expect(folder.text()).toBe(text);
  });

  test('keeps its version when it is of a newer one and readable', () => {
    folder.put(JSON.stringify({ version: 7, language: 'eu', fromLater: 1 }));
    const file = folder.open();
    file.write({ ...file.read(), language: 'en' });
    expect(JSON.parse(folder.text())).toMatchObject({ version: 7, language: 'en', fromLater: 1 });
  });
});
