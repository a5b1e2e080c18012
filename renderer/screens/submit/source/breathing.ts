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
 * A function to await inside long work: now and then it yields, so that the window can draw and
 * react.
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
