/*
 * The main process's `import ... from 'electron'`.
 */

export { app } from './application.ts';
export { ipcMain, protocol } from './contents.ts';
export * as default from './electron.ts';
export { Menu } from './menu.ts';
export * from './system.ts';
export { BrowserWindow } from './window.ts';
