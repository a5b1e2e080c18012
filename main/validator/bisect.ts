/**
 * The first place in a list of `count` at which a condition holds that then holds for all behind
 * it; `count` when it holds nowhere.
 */
export function bisect(count: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
