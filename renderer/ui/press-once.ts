import type { KeyboardEvent, MouseEvent } from 'react';

/**
 * What removes something, or becomes its own opposite, acts once for a double click or a key that
 * stays down: another thing may be in its place by then.
 */
export function pressOnce(act: (event: MouseEvent<HTMLElement>) => void) {
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (event.detail < 2) act(event);
    },
    // A held Tab still passes; a held Space presses when it is released.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.repeat && event.key === 'Enter') event.preventDefault();
    },
  };
}
