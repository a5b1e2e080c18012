import { useHotkeys } from '@mantine/hooks';
import { goTo, screenNames } from '../../router.ts';

/** A key does nothing behind a dialog. */
const unlessInDialog = (act: () => void) => () => {
  if (document.querySelector('[role="dialog"]') === null) act();
};

/** Whether a key is typed into an editor: its parts are hidden from the window's listeners. */
const isWriting = (event: KeyboardEvent): boolean =>
  event.composedPath().some((each) => each instanceof HTMLElement && each.isContentEditable);

/** The search of the screen in sight. */
function focusSearch(event: KeyboardEvent): void {
  if (isWriting(event) || document.querySelector('[role="dialog"]') !== null) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('#content [data-search]')?.focus();
}

/** Moves the focus from the page or its search to the table's row, past the Tab stops between. */
function enterTable(event: KeyboardEvent): void {
  const from = 'body, #content, #content :is([data-search], [data-stands-in])';
  if (!document.activeElement?.matches(from)) return;
  const table = document.querySelector<HTMLElement>('#content [role="grid"]');
  if (table === null) return;
  event.preventDefault();
  table.focus();
  // A list that was left at a row is at that row again; any other one begins at its first.
  if (table.hasAttribute('aria-activedescendant')) return;
  table.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
}

/**
 * Ctrl+K opens the palette, Ctrl+1 to 5 go to the screens, `/` searches the one in sight, the arrow
 * down enters its table.
 */
export function useWindowKeys(openPalette: () => void): void {
  useHotkeys(
    [
      ['mod+K', unlessInDialog(openPalette)],
      ...screenNames.map((name, index): [string, () => void] => [
        `mod+${index + 1}`,
        unlessInDialog(() => goTo(name)),
      ]),
    ],
    [],
  );
  // On a Spanish keyboard it is Shift+7.
  useHotkeys(['/', 'shift+/'].map((keys) => [keys, focusSearch, { preventDefault: false }]));
  useHotkeys([['ArrowDown', enterTable, { preventDefault: false }]], []);
}
