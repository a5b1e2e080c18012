import type { SoftwareGarante } from './connection.ts';
import { foldText } from './fold-text.ts';

/**
 * Whether a company needs an authorization. Where the office has Software Garante status, and in
 * Araba, none is needed (service specification, part 1).
 */
export function needsAuthorization(
  garante: Pick<SoftwareGarante, 'holds'> | null | undefined,
  territoryName: string,
): boolean {
  return garante?.holds !== true && !isAraba(territoryName);
}

function isAraba(territoryName: string): boolean {
  return /\b(araba|alava)\b/.test(foldText(territoryName));
}
