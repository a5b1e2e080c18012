import { app } from './application.ts';
import { ipcMain } from './ipc.ts';
import { Menu } from './menu.ts';
import { protocol } from './scheme.ts';
import { session } from './session.ts';
import * as system from './system.ts';
import { BrowserWindow } from './window.ts';

/* What `import ... from 'electron'` gives the main process. */

export const { clipboard, dialog, nativeImage, nativeTheme, Notification } = system;
export const { powerMonitor } = system;
export const { powerSaveBlocker, safeStorage, screen, shell } = system;
export { app, BrowserWindow, ipcMain, Menu, protocol, session };
export default { app, BrowserWindow, ipcMain, Menu, protocol, session, ...system };

app.once('ready', () => void session.begin());
