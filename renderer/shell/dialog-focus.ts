import { createContext, useContext, useEffect, useMemo, useRef } from 'react';
import { hasNoFocus } from './focus-place.ts';

/** Functions of a dialog for its parts that report a failure. */
interface DialogFocus {
  /** Moves to a message that the person may be waiting for, unless they are typing. */
  readonly tell: () => void;
}

export const DialogFocusContext = createContext<DialogFocus | null>(null);

/** Marks the message of a failure; it takes the focus, so it has to be focusable. */
const failure = '[role="alert"][tabindex]';
const wrongField = '[aria-invalid="true"]';
const field = 'input:not([type="hidden"], [type="file"], :disabled), textarea:not(:disabled)';

/**
 * Marks where a dialog's focus begins: its first field, or else its main button. Otherwise the
 * library takes the close button, and Enter would close the dialog.
 */
export function markFirst(box: HTMLElement): void {
  firstOf(box)?.setAttribute('data-autofocus', '');
}

function firstOf(box: HTMLElement): Element | null {
  const marked = box.querySelector('[data-autofocus]:not(:disabled)');
  if (marked !== null) return marked;
  const [first] = box.querySelectorAll<HTMLElement>(`:is(${field}):not([role="switch"])`);
  const group = first?.getAttribute('type') === 'radio' ? first.getAttribute('name') : null;
  const chosen = group === null ? null : box.querySelector(`input[name="${group}"]:checked`);
  return chosen ?? first ?? box.querySelector('button[type="submit"]:not(:disabled)');
}

/**
 * Keeps the focus in a dialog. When its element is removed or disabled, the dialog itself gets it;
 * when a form is sent with a fault or refused for one, the first wrong field; when a failure is
 * reported, its message.
 */
export function useDialogFocus(box: HTMLElement | null): DialogFocus {
  // Whether the person's last action was a press or a submit, and not typing.
  const hasActed = useRef(false);
  useEffect(() => {
    if (box === null) return;
    const stop = new AbortController();
    const on = { capture: true, signal: stop.signal } as const;
    const press = ({ target }: Event) => {
      if (target instanceof Element && target.closest('button') !== null) hasActed.current = true;
    };
    const write = () => {
      hasActed.current = false;
    };
    // The fields are drawn again after all listeners have run.
    const send = () => requestAnimationFrame(() => focusFirst(box, wrongField));
    box.addEventListener('click', press, on);
    box.addEventListener('input', write, on);
    box.addEventListener('submit', send, on);
    // Until the person acts, content that arrives late takes the focus from the "x".
    let isFresh = true;
    const touch = () => {
      isFresh = false;
    };
    const dialog = box.closest<HTMLElement>('[role="dialog"]');
    for (const type of ['keydown', 'pointerdown']) dialog?.addEventListener(type, touch, on);
    const watch = new MutationObserver((changes) => {
      const refuses = changes.some(({ attributeName }) => attributeName === 'aria-invalid');
      requestAnimationFrame(() => {
        if (refuses && hasActed.current) focusFirst(box, wrongField);
        if (isFresh && !box.contains(document.activeElement)) beginLate(box);
        holdFocus(box);
      });
    });
    watch.observe(box, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'aria-invalid'],
    });
    return () => {
      stop.abort();
      watch.disconnect();
    };
  }, [box]);
  return useMemo(
    () => ({
      tell: () => {
        if (hasActed.current && box !== null) requestAnimationFrame(() => focusFirst(box, failure));
      },
    }),
    [box],
  );
}

function focusFirst(box: HTMLElement, selector: string): void {
  box.querySelector<HTMLElement>(selector)?.focus();
}

/** The dialog around a box, if it is the top one: only that may have the focus and the keys. */
export function topDialogOf(box: HTMLElement): HTMLElement | null {
  const top = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1);
  return box.closest<HTMLElement>('[role="dialog"]') === top ? (top as HTMLElement) : null;
}

function beginLate(box: HTMLElement): void {
  const first = topDialogOf(box) === null ? null : firstOf(box);
  if (first instanceof HTMLElement) first.focus();
}

function holdFocus(box: HTMLElement): void {
  if (hasNoFocus()) topDialogOf(box)?.focus({ preventScroll: true });
}

/** The surrounding dialog; null on a screen. */
export const useDialog = (): DialogFocus | null => useContext(DialogFocusContext);
