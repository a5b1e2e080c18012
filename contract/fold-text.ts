/** The longest text to search by. */
export const maxSearchText = 200;

/** Text for comparison: without accents, in lower case. */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
