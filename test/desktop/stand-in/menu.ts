import { app } from './application.ts';
import type { WebContents } from './contents.ts';

interface Template {
  readonly label?: string;
  readonly role?: string;
  readonly submenu?: readonly Template[];
  click?(): void;
}

export class Menu {
  static #ofApplication: Menu | null = null;
  readonly items: readonly object[];
  constructor(templates: readonly Template[]) {
    this.items = templates.map(({ submenu, click, ...facts }) => ({
      label: '',
      enabled: true,
      // Chromium has the roles as editing commands of its own, but for the end of the program.
      click: (_event: unknown, _window: unknown, contents?: WebContents) => {
        if (click !== undefined) click();
        else if (facts.role === 'quit') app.quit();
        else contents?.edit(facts.role ?? '');
      },
      ...facts,
      submenu: submenu && new Menu(submenu),
    }));
  }
  static buildFromTemplate = (templates: readonly Template[]): Menu => new Menu(templates);
  static setApplicationMenu(menu: Menu): void {
    Menu.#ofApplication = menu;
  }
  static getApplicationMenu = (): Menu | null => Menu.#ofApplication;
}
