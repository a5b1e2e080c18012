import { app } from './application.ts';
import { BrowserWindow } from './window.ts';

interface Template {
  readonly label?: string;
  readonly role?: string;
  readonly submenu?: readonly Template[];
  click?(): void;
}

/** Chromium has the roles as editing commands of its own, but for the end of the program. */
function play(role = ''): void {
  if (role === 'quit') app.quit();
  else BrowserWindow.getFocusedWindow()?.webContents.edit(role);
}

export class Menu {
  static #ofApplication: Menu | null = null;
  readonly items: readonly object[];
  constructor(templates: readonly Template[]) {
    this.items = templates.map(({ submenu, click, ...facts }) => ({
      ...{ label: '', enabled: true, click: click ?? (() => play(facts.role)) },
      ...{ ...facts, submenu: submenu && new Menu(submenu) },
    }));
  }
  static buildFromTemplate = (templates: readonly Template[]): Menu => new Menu(templates);
  static setApplicationMenu(menu: Menu): void {
    Menu.#ofApplication = menu;
  }
  static getApplicationMenu = (): Menu | null => Menu.#ofApplication;
}
