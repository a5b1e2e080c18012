const focusable = 'input, textarea, button';

/** Leads to a field, or to the first one of a group. */
export function showPlace(element: Element | null): void {
  if (element === null) return;
  element.scrollIntoView({ block: 'center' });
  element.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true });
}

/** Leads from a place that is being removed to the one beside it, or to the one around it. */
export function leaveTo(removed: Element | null | undefined): void {
  const { nextElementSibling: after, previousElementSibling: before } = removed ?? {};
  const isPlace = (each: Element | null | undefined) => each?.hasAttribute('data-place') === true;
  const beside = [after, before].find(isPlace) ?? after;
  const next = beside ?? removed?.parentElement?.closest('[data-place]');
  const inside = [...(next?.querySelectorAll<HTMLElement>(focusable) ?? [])];
  const first = inside.find((each) => removed?.contains(each) === false);
  (next instanceof HTMLButtonElement ? next : first)?.focus();
}

/** The first field or group of a form that has an error. */
export const firstWrong = (form: Element | null): Element | null =>
  form?.querySelector('[data-wrong]') ?? null;

export const placeIn = (form: Element | null, place: string): Element | null =>
  form?.querySelector(`[data-place="${CSS.escape(place)}"]`) ?? null;
