/**
 * Whether a territory is Bizkaia, the only one whose taxpayers can submit (service specification, part 1). The service gives names, in Spanish or
 * Basque, and identifiers of its own choosing: the name is what can be recognised.
 */
export function isBizkaia(territoryName: string): boolean {
  return /\b(bizkaia|vizcaya|biscay)\b/i.test(territoryName);
}

/** Whether a territory is Araba, whose companies need no authorization (service specification, part 1). */
export function isAraba(territoryName: string): boolean {
  return /(\b|^)(araba|[aá]lava)(\b|$)/i.test(territoryName);
}
