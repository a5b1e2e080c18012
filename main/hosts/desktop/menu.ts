import { Menu, type MenuItemConstructorOptions } from 'electron';
import { externalPages } from './addresses.ts';
import { openExternal } from './external.ts';
import type { Texts } from './texts.ts';

interface MenuOptions {
  readonly texts: Texts['menu'];
  readonly isPackaged: boolean;
  readonly isMac: boolean;
  /** Lets a person choose documents. */
  openDocuments(): void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

function applicationMenu({ texts }: MenuOptions): MenuItemConstructorOptions {
  const item = (role: 'about' | 'hide' | 'hideOthers' | 'unhide' | 'quit', label: string) => ({
    role,
    label,
  });
  return {
    label: 'Zubi',
    submenu: [
      item('about', texts.about),
      separator,
      item('hide', texts.hide),
      item('hideOthers', texts.hideOthers),
      item('unhide', texts.showAll),
      separator,
      item('quit', texts.quit),
    ],
  };
}

function fileMenu({ texts, isMac, openDocuments }: MenuOptions): MenuItemConstructorOptions {
  const open = { label: texts.open, accelerator: 'CommandOrControl+O', click: openDocuments };
  const leave: MenuItemConstructorOptions = isMac
    ? { role: 'close', label: texts.close }
    : { role: 'quit', label: texts.quit };
  return { label: texts.file, submenu: [open, separator, leave] };
}

function editMenu({ texts }: MenuOptions): MenuItemConstructorOptions {
  return {
    label: texts.edit,
    submenu: [
      { role: 'undo', label: texts.undo },
      { role: 'redo', label: texts.redo },
      separator,
      { role: 'cut', label: texts.cut },
      { role: 'copy', label: texts.copy },
      { role: 'paste', label: texts.paste },
      { role: 'selectAll', label: texts.selectAll },
    ],
  };
}

function viewMenu({ texts, isPackaged }: MenuOptions): MenuItemConstructorOptions {
  const developer: MenuItemConstructorOptions[] = [
    separator,
    { role: 'toggleDevTools', label: texts.developer },
  ];
  return {
    label: texts.view,
    submenu: [
      { role: 'resetZoom', label: texts.resetZoom },
      { role: 'zoomIn', label: texts.zoomIn },
      { role: 'zoomOut', label: texts.zoomOut },
      separator,
      { role: 'togglefullscreen', label: texts.fullScreen },
      ...(isPackaged ? [] : developer),
    ],
  };
}

function helpMenu({ texts }: MenuOptions): MenuItemConstructorOptions {
  return {
    role: 'help',
    label: texts.help,
    submenu: [
      { label: texts.batuz, click: () => void openExternal(externalPages.batuz) },
      { label: texts.taxOffice, click: () => void openExternal(externalPages.taxOffice) },
    ],
  };
}

/**
 * What the menu holds; on Windows and Linux it shows while Alt is held, and its shortcuts always
 * work.
 */
export function toMenuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const shared = [fileMenu(options), editMenu(options), viewMenu(options), helpMenu(options)];
  return options.isMac ? [applicationMenu(options), ...shared] : shared;
}

/** Puts the menu up, again when the language changes. */
export function showMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(toMenuTemplate(options)));
}
