import { useHotkeys } from '@mantine/hooks';
import { goTo, screenNames } from '../../router.ts';

/** A key does nothing behind a dialog. */
const unlessInDialog = (act: () => void) => () => {
  if (document.querySelector('[role="dialog"]') === null) act();
};

function focusSearch(): void {
  document.querySelector<HTMLElement>('#content [data-search]')?.focus();
}

/** Ctrl+K opens the palette, Ctrl+1 to 5 go to the screens, `/` searches the one in sight. */
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
  useHotkeys([['/', unlessInDialog(focusSearch)]]);
}
