import { app } from './application.ts';
import { ipcMain } from './ipc.ts';
import { Menu } from './menu.ts';
import { protocol } from './scheme.ts';
import * as system from './system.ts';
import { BrowserWindow } from './window.ts';

/*
 * The main process's `import ... from 'electron'`.
 */

export * from './system.ts';
export { app, BrowserWindow, ipcMain, Menu, protocol };
export default { app, BrowserWindow, ipcMain, Menu, protocol, ...system };
