/**
 * Longest stretch of work, in milliseconds, before the window gets its turn: well under what a
 * person notices.
 */
const stretchMs = 12;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

/**
 * Gives a function to be awaited inside long work: most of the time it does nothing, now and then
 * it lets the window draw and listen.
 */
export function createBreath(
  now: () => number = () => performance.now(),
): () => Promise<void> | undefined {
  let since = now();
  return () => {
    if (now() - since < stretchMs) return undefined;
    return nextTurn().then(() => {
      since = now();
    });
  };
}
