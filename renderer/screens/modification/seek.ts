/** Leads to a field, or to the first one of a group. */
export function showPlace(element: Element | null): void {
  if (element === null) return;
  element.scrollIntoView({ block: 'center' });
  element.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
}

/** The first field or group of a form that has an error. */
export const firstWrong = (form: Element | null): Element | null =>
  form?.querySelector('[data-wrong]') ?? null;

export const placeIn = (form: Element | null, place: string): Element | null =>
  form?.querySelector(`[data-place="${CSS.escape(place)}"]`) ?? null;
