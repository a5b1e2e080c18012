import type { FaultyForm } from '../validate-form.ts';
import { ancestry, descend, textOf } from '../xml/elements.ts';

const maxDescription = 250;

/**
 * A description made from the invoice number, for an operation without one. Null without a number.
 */
export function describedByNumber(
  { elementIndex, records }: FaultyForm,
  element: number,
): string | null {
  const record = ancestry(elementIndex, element).find((ancestor) => isRecord(records, ancestor));
  if (record === undefined) return null;
  const number = descend(elementIndex, record, 'CabeceraFactura', 'NumFactura');
  const text = number === null ? '' : textOf(elementIndex, number, 1000).trim();
  return text === '' || text.length > maxDescription ? null : text;
}

function isRecord(records: Uint32Array, element: number): boolean {
  let low = 0;
  let high = records.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const record = records[middle] ?? 0;
    if (record === element) return true;
    if (record < element) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
