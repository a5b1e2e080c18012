import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSettings } from '../../../main/features/preferences/public.ts';
import { openElectronStore } from '../../../main/hosts/desktop/preferences.ts';
import { app } from './fake-electron.ts';

const electron = vi.hoisted(() => ({ ipcMain: null as EventEmitter | null, opened: 0 }));

// electron-store asks the module's default for its parts.
vi.mock('electron', async () => {
  const fake = await import('./fake-electron.ts');
  const ipcMain = new EventEmitter();
  ipcMain.on('newListener', () => {
    electron.opened += 1;
  });
  electron.ipcMain = ipcMain;
  return { ...fake, ipcMain, default: { ...fake, ipcMain } };
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-preferences-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const clock = () => new Date('2026-11-21T10:00:00.000Z');

// The first construction is the one that opens the channel: it is one that throws.
test('E13 electron-store leaves no channel open, neither by a damaged file nor by a good one', () => {
  const dataFolder = makeFolder();
  writeFileSync(join(dataFolder, 'preferences.json'), '{');
  const open = () => openSettings(dataFolder, clock, { open: openElectronStore });
  const settings = open();
  expect(settings.faults()['preferences.json']).toMatchObject({ kind: 'damaged' });
  settings.write({ ...settings.read(), language: 'eu', appearance: 'dark' });
  expect(electron.opened).toBe(1);
  expect(electron.ipcMain?.eventNames()).toEqual(['newListener']);
  expect(open().read()).toMatchObject({ language: 'eu', appearance: 'dark' });
});

test('electron-store writes into the data folder, as conf reads it', () => {
  app.paths.set('userData', makeFolder());
  const dataFolder = makeFolder();
  const settings = openSettings(dataFolder, clock, { open: openElectronStore });
  settings.write({ ...settings.read(), language: 'en' });
  const text = readFileSync(join(dataFolder, 'preferences.json'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ language: 'en' });
  expect(openSettings(dataFolder, clock).read()).toEqual(settings.read());
});
