import { useHotkeys } from '@mantine/hooks';
import { goTo, screenNames } from '../../router.ts';
import { hasDialog } from '../focus-place.ts';

/** A key does nothing behind a dialog; an editor is in one too. */
const unlessInDialog = (act: () => void) => () => {
  if (!hasDialog()) act();
};

/** Goes to the search of the screen. */
function focusSearch(event: KeyboardEvent): void {
  if (hasDialog()) return;
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
