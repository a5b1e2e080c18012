/**
 * How often a property is tried: as a sample in `npm test`, to its end in `npm run test:soak`.
 */
export function rounds(sample: number, whole: number): number {
  return process.env.ZUBI_SOAK === '1' ? whole : sample;
}
