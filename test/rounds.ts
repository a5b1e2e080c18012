/** `npm run test:soak` tries each property to its end, `npm test` a sample of it. */
export const isSoak = process.env.ZUBI_SOAK === '1';

/** How often a property is tried. */
export function rounds(sample: number, whole: number): number {
  return isSoak ? whole : sample;
}

/** Cases of one property, the most telling ones first. */
export function sampled<Case>(cases: readonly Case[], sample: number): readonly Case[] {
  return cases.slice(0, rounds(sample, cases.length));
}
