import { foldText } from './fold-text.ts';

/** Whether a territory is Araba, whose companies need no authorization (specification, part 1). */
export function isAraba(territoryName: string): boolean {
  return /\b(araba|alava)\b/.test(foldText(territoryName));
}
