import { ipcMain } from 'electron';
import ElectronStore from 'electron-store';
import type { OpenPreferenceStore } from '../../platform/files/preference-file.ts';

/**
 * The preferences by electron-store. The first construction opens a synchronous channel to every
 * page, also where it throws: the channel is closed at once.
 */
export const openElectronStore: OpenPreferenceStore = (options) => {
  try {
    return new ElectronStore<Record<string, unknown>>(options);
  } finally {
    ipcMain.removeAllListeners('electron-store-get-data');
  }
};
