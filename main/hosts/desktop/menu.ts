import { basename, dirname } from 'node:path';
import { Menu, type MenuItemConstructorOptions } from 'electron';
import { externalPages } from './addresses.ts';
import { openExternal } from './external.ts';
import type { Texts } from './texts.ts';

export interface MenuOptions {
  readonly texts: Texts['menu'];
  readonly isPackaged: boolean;
  readonly isMac: boolean;
  /** Paths, newest first. */
  readonly recentFiles: readonly string[];
  /** Asks a person for documents. */
  openDocuments(): void;
  openRecent(path: string): void;
  clearRecent(): void;
  showSettings(): void;
  showGuide(): void;
  showAbout(): void;
}

type Items = MenuItemConstructorOptions[];

const separator: MenuItemConstructorOptions = { type: 'separator' };

function settingsItem({ texts, showSettings }: MenuOptions): MenuItemConstructorOptions {
  return { label: texts.settings, accelerator: 'CommandOrControl+,', click: showSettings };
}

function aboutItem({ texts, showAbout }: MenuOptions): MenuItemConstructorOptions {
  return { label: texts.about, click: showAbout };
}

/** Only on macOS: about, settings and quit stand here. */
function applicationMenu(options: MenuOptions): MenuItemConstructorOptions {
  const { texts } = options;
  const submenu: Items = [
    aboutItem(options),
    separator,
    settingsItem(options),
    separator,
    { role: 'services', label: texts.services },
    separator,
    { role: 'hide', label: texts.hide },
    { role: 'hideOthers', label: texts.hideOthers },
    { role: 'unhide', label: texts.showAll },
    separator,
    { role: 'quit', label: texts.quit },
  ];
  return { label: 'Zubi', submenu };
}

function recentMenu(options: MenuOptions): MenuItemConstructorOptions {
  const { texts, recentFiles, openRecent, clearRecent } = options;
  const files = recentFiles.map((path) => ({
    // A single ampersand would underline the next letter.
    label: basename(path).replaceAll('&', '&&'),
    sublabel: dirname(path),
    click: () => openRecent(path),
  }));
  return {
    label: texts.openRecent,
    enabled: files.length > 0,
    submenu: [...files, separator, { label: texts.clearRecent, click: clearRecent }],
  };
}

function fileMenu(options: MenuOptions): MenuItemConstructorOptions {
  const { texts, isMac, openDocuments } = options;
  const leave: Items = [
    settingsItem(options),
    separator,
    { role: 'close', label: texts.close },
    { role: 'quit', label: texts.quit },
  ];
  const submenu: Items = [
    { label: texts.open, accelerator: 'CommandOrControl+O', click: openDocuments },
    recentMenu(options),
    separator,
    ...(isMac ? [{ role: 'close', label: texts.close } as const] : leave),
  ];
  return { label: texts.file, submenu };
}

function editMenu({ texts }: MenuOptions): MenuItemConstructorOptions {
  const submenu: Items = [
    { role: 'undo', label: texts.undo },
    { role: 'redo', label: texts.redo },
    separator,
    { role: 'cut', label: texts.cut },
    { role: 'copy', label: texts.copy },
    { role: 'paste', label: texts.paste },
    { role: 'selectAll', label: texts.selectAll },
  ];
  return { label: texts.edit, submenu };
}

function viewMenu({ texts, isPackaged }: MenuOptions): MenuItemConstructorOptions {
  const developer: Items = [separator, { role: 'toggleDevTools', label: texts.developer }];
  const submenu: Items = [
    { role: 'resetZoom', label: texts.resetZoom },
    { role: 'zoomIn', label: texts.zoomIn },
    { role: 'zoomOut', label: texts.zoomOut },
    separator,
    { role: 'togglefullscreen', label: texts.fullScreen },
    ...(isPackaged ? [] : developer),
  ];
  return { label: texts.view, submenu };
}

function windowMenu({ texts, isMac }: MenuOptions): MenuItemConstructorOptions {
  const minimize: MenuItemConstructorOptions = { role: 'minimize', label: texts.minimize };
  const ofMac: Items = [
    { role: 'zoom', label: texts.zoom },
    separator,
    { role: 'front', label: texts.front },
  ];
  return { role: 'window', label: texts.window, submenu: [minimize, ...(isMac ? ofMac : [])] };
}

function helpMenu(options: MenuOptions): MenuItemConstructorOptions {
  const { texts, isMac, showGuide } = options;
  const submenu: Items = [
    { label: texts.guide, accelerator: 'F1', click: showGuide },
    separator,
    { label: texts.batuz, click: () => void openExternal(externalPages.batuz) },
    { label: texts.taxOffice, click: () => void openExternal(externalPages.taxOffice) },
    ...(isMac ? [] : [separator, aboutItem(options)]),
  ];
  return { role: 'help', label: texts.help, submenu };
}

/**
 * The menu by each system's habit. On Windows and Linux it shows while Alt is held; its shortcuts
 * always work.
 */
export function toMenuTemplate(options: MenuOptions): Items {
  const shared = [fileMenu, editMenu, viewMenu, windowMenu, helpMenu].map((make) => make(options));
  return options.isMac ? [applicationMenu(options), ...shared] : shared;
}

/** Shows the menu; again when the language or the recent files change. */
export function showMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(toMenuTemplate(options)));
}
