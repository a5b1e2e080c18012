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

const shown: { menu: readonly MenuItem[]; popup: readonly MenuItem[] } = { menu: [], popup: [] };

function show(where: keyof typeof shown, items: readonly MenuItem[]): void {
  shown[where] = items;
  tell(where, { items });
}

export const Menu = {
  buildFromTemplate: (items: readonly MenuItem[]) => ({ items, popup: () => show('popup', items) }),
  setApplicationMenu: ({ items }: { readonly items: readonly MenuItem[] }) => show('menu', items),
};

/** A person presses the item at the end of a path of labels. */
command('press', ({ path, where }) => {
  const labels = path as readonly string[];
  let items: readonly MenuItem[] | undefined = shown[where as keyof typeof shown];
  let item: MenuItem | undefined;
  for (const wanted of labels) {
    item = items?.find(({ label }) => label === wanted);
    items = item?.submenu;
  }
  if (item === undefined || item.enabled === false)
    throw new Error(`no item ${labels.join(' > ')}`);
  if (item.click !== undefined) item.click();
  else if (item.role === 'quit') app.quit();
  // Chromium has the other roles as editing commands of its own.
  else BrowserWindow.getFocusedWindow()?.webContents.edit(item.role ?? '');
});
