import { app } from './application.ts';
import { command, tell } from './control.ts';
import { BrowserWindow } from './window.ts';

interface MenuItem {
  readonly label: string;
  readonly role?: string;
  readonly enabled?: boolean;
  readonly submenu?: readonly MenuItem[];
  click?(): void;
}

/** Chromium has the editing roles as commands of its own. */
const edits = new Set(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']);

export class Menu {
  static #application: Menu | null = null;
  static #popup: Menu | null = null;
  readonly items: readonly MenuItem[];
  constructor(items: readonly MenuItem[]) {
    this.items = items;
  }
  static buildFromTemplate = (template: readonly MenuItem[]): Menu => new Menu(template);
  static setApplicationMenu(menu: Menu): void {
    Menu.#application = menu;
    tell('menu', { items: menu.items });
  }
  popup(): void {
    Menu.#popup = this;
    tell('popup', { items: this.items });
  }

  /** A person presses the item at the end of a path of labels. */
  static press(path: readonly string[], isPopup: boolean): void {
    let items = (isPopup ? Menu.#popup : Menu.#application)?.items;
    let item: MenuItem | undefined;
    for (const wanted of path) {
      item = items?.find(({ label }) => label === wanted);
      items = item?.submenu;
    }
    if (item === undefined || item.enabled === false)
      throw new Error(`no item ${path.join(' > ')}`);
    if (item.click !== undefined) item.click();
    else if (item.role === 'quit') app.quit();
    else if (edits.has(item.role ?? '')) BrowserWindow.getFocusedWindow()?.edit(item.role ?? '');
    else throw new Error(`the stand-in has no role ${item.role}`);
  }
}
command('press', ({ path, popup }) => Menu.press(path as string[], popup === true));
