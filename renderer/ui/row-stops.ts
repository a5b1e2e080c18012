import { type RefObject, useEffect } from 'react';

/**
 * Makes a table one keyboard stop: the arrows choose a row, and only that row's links and buttons
 * are reached from there.
 */
export function useRowStops(table: RefObject<HTMLElement | null>, active: number): void {
  // After every drawing: other rows become visible.
  useEffect(() => {
    for (const row of table.current?.querySelectorAll<HTMLElement>('[data-index]') ?? []) {
      const isActive = Number(row.dataset.index) === active;
      for (const part of row.querySelectorAll('a, button, input')) {
        if (isActive) part.removeAttribute('tabindex');
        else part.setAttribute('tabindex', '-1');
      }
    }
  });
}
