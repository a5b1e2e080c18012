import { app } from './application.ts';
import { command, tell } from './control.ts';
import { BrowserWindow } from './window.ts';

interface MenuItem {
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly visible?: boolean;
  readonly checked?: boolean;
  readonly submenu?: readonly MenuItem[] | Menu;
  click?(item: MenuItem, window: BrowserWindow | null, event: object): void;
}

/** What the roles do that need no page; the editing ones are Chromium's own commands. */
const roles: Readonly<Record<string, () => void>> = {
  quit: () => app.quit(),
  close: () => BrowserWindow.getFocusedWindow()?.close(),
  minimize: () => BrowserWindow.getFocusedWindow()?.minimize(),
  reload: () => BrowserWindow.getFocusedWindow()?.webContents.reload(),
};
for (const edit of ['cut', 'copy', 'paste', 'undo', 'redo', 'selectAll'])
  Object.assign(roles, {
    [edit]: () =>
      BrowserWindow.getFocusedWindow()?.webContents.send_('Input.dispatchKeyEvent', {
        ...{ type: 'keyDown', key: 'Unidentified', commands: [edit] },
      }),
  });

const itemsOf = (item: MenuItem): readonly MenuItem[] =>
  item.submenu instanceof Menu ? item.submenu.items : (item.submenu ?? []);

function toFacts(items: readonly MenuItem[]): unknown[] {
  return items
    .filter(({ visible }) => visible !== false)
    .map((item) => ({
      ...{ label: item.label, role: item.role, type: item.type, enabled: item.enabled ?? true },
      ...{ accelerator: item.accelerator, items: toFacts(itemsOf(item)) },
    }));
}

export class Menu {
  static #application: Menu | null = null;
  static #popup: Menu | null = null;
  readonly items: readonly MenuItem[];
  constructor(items: readonly MenuItem[] = []) {
    this.items = items;
  }
  static buildFromTemplate = (template: readonly MenuItem[]): Menu => new Menu(template);
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu;
    tell('menu', { items: toFacts(menu?.items ?? []) });
  }
  popup(): void {
    Menu.#popup = this;
    tell('popup', { items: toFacts(this.items) });
  }

  /** A person presses an item, found by the labels on the way to it. */
  static press(path: readonly string[], isPopup: boolean): void {
    let items = (isPopup ? Menu.#popup : Menu.#application)?.items ?? [];
    let item: MenuItem | undefined;
    for (const label of path) {
      item = items.find((each) => (each.label ?? each.role) === label && each.visible !== false);
      if (item === undefined) throw new Error(`no item ${label}`);
      items = itemsOf(item);
    }
    if (item?.enabled === false) throw new Error('the item is grey');
    if (item?.role !== undefined && item.click === undefined) roles[item.role]?.();
    else item?.click?.(item, BrowserWindow.getFocusedWindow(), {});
  }
}
command('press', ({ path, popup }) => Menu.press(path as string[], popup === true));
