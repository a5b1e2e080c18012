const loads = new Set<() => Promise<unknown>>();

export interface Later<Value> {
  (): Promise<Value>;
  /** The loaded value; undefined until then. */
  loaded(): Value | undefined;
}

/** Code or texts that the first screen does not need; loaded once, again only after a failure. */
export function later<Value>(load: () => Promise<Value>): Later<Value> {
  let asked: Promise<Value> | null = null;
  let value: Value | undefined;
  const get = () => {
    asked ??= load().then(
      (loaded) => {
        value = loaded;
        return loaded;
      },
      (error: unknown) => {
        asked = null;
        throw error;
      },
    );
    return asked;
  };
  loads.add(get);
  return Object.assign(get, { loaded: () => value });
}

/** By then the first screen is painted. */
const paintMs = 50;

/**
 * Loads everything left for later, one part after another, as soon as the first screen is usable:
 * code loaded on demand would come from whatever program has the port then.
 */
export async function loadTheRest(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, paintMs));
  // Loaded code may register more, which the loop then reaches.
  for (const load of loads) await load().catch(() => undefined);
}
