import { useEffect, useState } from 'react';

/** An element around the focus, and which of its children had it; infinite for the last one. */
interface Step {
  readonly around: Element;
  readonly index: number;
}

/** A control that had the focus, and its place on the page, from the nearest element outwards. */
interface FocusPlace {
  readonly control: Element;
  /** Empty for a control outside the page's content. */
  readonly steps: readonly Step[];
}

let last: FocusPlace | null = null;
let lastField: FocusPlace | null = null;
const field = 'input, textarea, select, [contenteditable="true"]';
/** Whether a click elsewhere has left the control since: then its focus is not restored. */
let isLeft = false;

const pageContent = () => document.getElementById('content');

function placeOf(control: Element): FocusPlace {
  const content = pageContent();
  const steps: Step[] = [];
  if (content?.contains(control) !== true) return { control, steps };
  for (let part = control; part !== content && part.parentElement !== null; ) {
    const around = part.parentElement;
    const isLast = part === around.lastElementChild;
    steps.push({ around, index: isLast ? Infinity : [...around.children].indexOf(part) });
    part = around;
  }
  return { control, steps };
}

/** Whether the focus is nowhere, or on a disabled element. */
export function hasNoFocus(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
  );
}

/** Whether a dialog is open, or a part over the page that keeps the focus like one. */
export const hasDialog = (): boolean => document.querySelector('[role="dialog"]') !== null;

/** Whether the focus is nowhere, or only on what stands in for a control that has gone. */
export function isFocusLost(): boolean {
  return hasNoFocus() || document.activeElement?.matches('[data-stands-in]') === true;
}

const hasGone = ({ control }: FocusPlace): boolean =>
  !control.isConnected || control.matches(':disabled');

/** For an item of a menu, the button that opens the menu; otherwise the control itself. */
function openerOf(control: Element): Element | null {
  const menu = control.closest('[role="menu"]');
  const opener = menu
    ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
    : control;
  return opener?.isConnected ? opener : null;
}

/**
 * What is in its place now: the table it was in, else the element at its place, else the one around
 * it. Never another control: the key that is still pressed would press that too.
 */
function heirOf({ control, steps }: FocusPlace): Element | null {
  const opener = openerOf(control);
  if (opener?.matches(':disabled') === false) return opener;
  const left = steps.filter(({ around }) => around.isConnected);
  const table = left.find(({ around }) => around.matches('[role="grid"]'));
  if (table !== undefined) return table.around;
  const [step] = left;
  if (step === undefined) return pageContent();
  const { around, index } = step;
  const part = around.children[Math.min(index, around.children.length - 1)];
  // An icon cannot have the focus.
  return part instanceof HTMLElement && !part.matches('a, button, input, textarea') ? part : around;
}

function goNear(place: FocusPlace): void {
  const near = heirOf(place);
  if (!(near instanceof HTMLElement)) return;
  if (near.tabIndex < 0 && !near.hasAttribute('tabindex')) {
    near.tabIndex = -1;
    near.dataset.standsIn = '';
    near.addEventListener(
      'blur',
      () => {
        near.removeAttribute('tabindex');
        delete near.dataset.standsIn;
      },
      { once: true },
    );
  }
  near.focus({ preventScroll: true });
}

/**
 * Keeps the keyboard's place: when the focused control disappears or is disabled, the focus moves
 * to what is in its place, and Tab continues from there, not from the start of the window.
 */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    last = placeOf(target);
    if (target.matches(field)) lastField = last;
    isLeft = false;
  });
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      isLeft = !(target instanceof Node && last?.control.contains(target));
    },
    { capture: true },
  );
  let isAsked = false;
  const look = () => {
    isAsked = false;
    if (last === null || isLeft || last.steps.length === 0) return;
    // An open dialog keeps the focus itself, and returns it.
    if (!hasGone(last) || !hasNoFocus() || hasDialog()) return;
    goNear(last);
  };
  const ask = () => {
    if (isAsked || last === null || !hasGone(last)) return;
    isAsked = true;
    // What is drawn instead may take the focus itself.
    requestAnimationFrame(look);
  };
  new MutationObserver(ask).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
}

/** The field that had the focus in the dialog of a control, its "x" or a button. */
function fieldBeside(place: FocusPlace | null): FocusPlace | null {
  const dialog = place?.control.closest('[role="dialog"]');
  return dialog?.contains(lastField?.control ?? null) === true ? lastField : null;
}

/**
 * Returns the focus when the part of the window that had it is gone; to what stands in its former
 * place where that is gone too. `toField`: to the field in use before the control, if in a dialog.
 */
export function useFocusBack(toField = false): void {
  const [before] = useState(() => (toField ? fieldBeside(last) : null) ?? last);
  useEffect(
    () => () => {
      // After the library has removed its own: nobody else may have taken the focus meanwhile.
      setTimeout(() => {
        if (hasNoFocus() && before !== null) goNear(before);
        if (hasNoFocus()) pageContent()?.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
