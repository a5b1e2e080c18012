import { useEffect, useSyncExternalStore } from 'react';

/**
 * Marks the page while dialogs or toasts are shown (`data-dialogs`, `data-toasts`: how many
 * components say so), for styles outside of them. With `:root:has(…)` instead, each change of the
 * page would style the whole page again.
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

function watchMarks(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-dialogs'] });
  return () => observer.disconnect();
}

/** Whether a dialog is open. */
export function useHasDialog(): boolean {
  return useSyncExternalStore(watchMarks, () => 'dialogs' in document.documentElement.dataset);
}
