import { useEffect } from 'react';

/**
 * Marks the page (`data-dialogs`, `data-toasts`) for styles outside the component. With `:has`
 * instead, each change of the page would style the whole page again. Several components may set
 * the same mark.
 */
export function usePageMark(name: 'dialogs' | 'toasts', isOn = true): void {
  useEffect(() => {
    if (!isOn) return;
    const { dataset } = document.documentElement;
    dataset[name] = String(Number(dataset[name] ?? 0) + 1);
    return () => {
      const left = Number(dataset[name]) - 1;
      if (left > 0) dataset[name] = String(left);
      else delete dataset[name];
    };
  }, [name, isOn]);
}
