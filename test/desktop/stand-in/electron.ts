/*
 * The main process's `import ... from 'electron'`, over a Chromium that CDP steers. As far as Zubi
 * uses it, and as strict as Electron 45 there; decision 7 names what is left out.
 *
 * application.ts  the order of calls and events in a run; one process for each folder
 * window.ts       a window's frame
 * contents.ts     the page in it; page.js runs inside, with the bridge
 * channels.ts     messages and scheme of the main process
 * asar.ts         files and modules of a packed application
 */

export { app } from './application.ts';
export { ipcMain, protocol } from './channels.ts';
export * as default from './electron.ts';
export { Menu } from './menu.ts';
export * from './system.ts';
export { BrowserWindow } from './window.ts';
