/** The first input, or a button where there is none; none of those that are being removed. */
function firstIn(place: Element | null | undefined, removed?: Element | null) {
  const all = (selector: string) => [...(place?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const inside = [...all('input:not([type=hidden]), textarea'), ...all('button')];
  return inside.find((each) => removed?.contains(each) !== true);
}

/** Leads to a field, or to the first one of a group. */
export function showPlace(element: Element | null): void {
  if (element === null) return;
  element.scrollIntoView({ block: 'center' });
  firstIn(element)?.focus({ preventScroll: true });
}

/** Leads from a place that is being removed to the one beside it, or to the one around it. */
export function leaveTo(removed: Element | null | undefined): void {
  const { nextElementSibling: after, previousElementSibling: before } = removed ?? {};
  const isPlace = (each: Element | null | undefined) => each?.hasAttribute('data-place') === true;
  const beside = [after, before].find(isPlace) ?? after;
  const next = beside ?? removed?.parentElement?.closest('[data-place]');
  (next instanceof HTMLButtonElement ? next : firstIn(next, removed))?.focus();
}

/** The first field or group of a form that has an error. */
export const firstWrong = (form: Element | null): Element | null =>
  form?.querySelector('[data-wrong]') ?? null;

export const placeIn = (form: Element | null, place: string): Element | null =>
  form?.querySelector(`[data-place="${CSS.escape(place)}"]`) ?? null;
