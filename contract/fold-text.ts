/** The longest text to search by. */
export const maxSearchText = 200;

/** Text for comparison: without accents, in lower case. */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Text by which names are sorted: `Empresa 2` comes before `Empresa 10`. */
export function nameOrder(name: string): string {
  return foldText(name).replaceAll(/\d+/g, (digits) => digits.padStart(16, '0'));
}
