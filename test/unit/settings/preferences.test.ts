import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSettings } from '../../../main/features/preferences/public.ts';
import { openDesktopPreferences } from '../../../main/hosts/desktop/desktop-preferences.ts';
import { openConf } from '../../../main/platform/files/preference-file.ts';
import { defaults, SettingsFolder } from './fixture.ts';

let folder: SettingsFolder;
beforeEach(() => {
  folder = new SettingsFolder();
});
afterEach(() => folder.remove());

const clock = () => new Date('2026-11-21T10:00:00.000Z');
const open = () => openSettings(folder.path, clock);
const desktop = () => openDesktopPreferences({ dataFolder: folder.path, open: openConf, clock });
const path = () => join(folder.path, 'preferences.json');
const stored = (name: string): unknown => JSON.parse(folder.text(name));
const aside = 'preferences.json.corrupt-2026-11-21T10-00-00-000Z';
const none = { 'settings.json': null, 'preferences.json': null };

describe('settings out of two files', () => {
  it('are the defaults before a file exists, and reading makes none', () => {
    expect([open().read(), open().faults()]).toEqual([defaults, none]);
    expect(openSettings(folder.path, clock, { usualLanguage: 'eu' }).read().language).toBe('eu');
    expect(folder.names()).toEqual([]);
  });

  it('are kept in the preferences if they may be lost, otherwise in the settings', () => {
    const value = {
      ...defaults,
      language: 'eu',
      officeName: 'Zubia',
      lockAfterMinutes: 5,
    } as const;
    open().write(value);
    expect(open().read()).toEqual(value);
    expect(stored('preferences.json')).toEqual({ language: 'eu' });
    expect(stored('settings.json')).toEqual({
      version: 1,
      officeName: 'Zubia',
      lockAfterMinutes: 5,
      maxFileBytes: defaults.maxFileBytes,
      officeLogo: '',
      checkForUpdates: true,
    });
    if (process.platform !== 'win32') expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it('wait during a recovery: nothing is renamed', () => {
    writeFileSync(path(), '{');
    expect(openSettings(folder.path, clock, { setsAside: false }).read()).toEqual(defaults);
    expect(folder.names()).toEqual(['preferences.json']);
  });
});

describe('K7: damaged preferences', () => {
  it('are set aside when unreadable, and reported once; the settings stay', () => {
    folder.put(JSON.stringify({ version: 1, officeName: 'Zubia' }));
    writeFileSync(path(), '{"language": "eu", ');
    const settings = open();
    expect(settings.read()).toEqual({ ...defaults, officeName: 'Zubia' });
    const told = { 'settings.json': null, 'preferences.json': { kind: 'damaged', keptAs: aside } };
    expect(settings.faults()).toEqual(told);
    expect(folder.text(aside)).toBe('{"language": "eu", ');
    expect(open().faults()).toEqual(none);
  });

  it('lose only their wrong values', () => {
    writeFileSync(path(), JSON.stringify({ language: 'eu', appearance: 'green', other: 1 }));
    const settings = open();
    expect(settings.read()).toEqual({ ...defaults, language: 'eu' });
    expect(settings.faults()['preferences.json']).toEqual({ kind: 'damaged', keptAs: aside });
    expect(stored('preferences.json')).toEqual({ language: 'eu', other: 1 });
    expect([open().read(), open().faults()]).toEqual([{ ...defaults, language: 'eu' }, none]);
  });

  it('do not overwrite a file set aside before', () => {
    for (const text of ['{', '[']) {
      writeFileSync(path(), text);
      open();
    }
    expect([folder.text(aside), folder.text(`${aside}-1`)]).toEqual(['{', '[']);
  });

  it('are set aside, too, when they are a folder', () => {
    mkdirSync(path());
    expect(open().faults()['preferences.json']).toEqual({ kind: 'damaged', keptAs: aside });
    open().write({ ...defaults, language: 'en' });
    expect(open().read().language).toBe('en');
  });

  it('stay unchanged after a passing read error', () => {
    writeFileSync(path(), '{"language": "eu"}');
    const open = () => {
      throw Object.assign(new Error('too many'), { code: 'EMFILE' });
    };
    const details = { file: 'preferences.json', reason: 'EMFILE' };
    expect(() => openSettings(folder.path, clock, { open })).toThrow(
      expect.objectContaining({ code: 'data_folder_not_writable', details }),
    );
    expect(folder.names()).toEqual(['preferences.json']);
  });
});

it('the window has its place in the same file, and both survive changes of each other', () => {
  const window = desktop();
  const settings = open();
  expect(window.read()).toEqual({});
  const moved = { width: 1000, height: 700, x: 5, y: 6, maximized: false };
  window.write({ window: moved });
  settings.write({ ...defaults, language: 'eu' });
  window.write({ window: { ...moved, x: 7 } });
  expect(desktop().read()).toMatchObject({ language: 'eu', window: { ...moved, x: 7 } });
  expect(open().read().language).toBe('eu');
  writeFileSync(path(), readFileSync(path(), 'utf8').replace('1000', '1'));
  expect(desktop().read().window).toBeUndefined();
  // The core opens after the window, puts a damaged file aside and says so.
  expect(folder.names()).not.toContain(aside);
  expect(open().read().language).toBe('eu');
});
