import type { FaultyForm } from '../validate-form.ts';
import { descend, textOf } from '../xml/elements.ts';
import { recordNumberOf } from '../xml/places.ts';

const maxDescription = 250;

/**
 * A description made from the invoice number, for an operation without one. Null without a number.
 */
export function describedByNumber(
  { elementIndex, records }: FaultyForm,
  element: number,
): string | null {
  const record = records[(recordNumberOf(elementIndex, records, element) ?? 0) - 1];
  if (record === undefined) return null;
  const number = descend(elementIndex, record, 'CabeceraFactura', 'NumFactura');
  const text = number === null ? '' : textOf(elementIndex, number, 1000).trim();
  return text === '' || text.length > maxDescription ? null : text;
}
