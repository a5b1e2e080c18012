/** Longest work without a pause, in milliseconds: well under what a person notices. */
const stretchMs = 12;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

/**
 * A function to await inside long work: it yields from time to time, so that the window can draw
 * and react.
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
