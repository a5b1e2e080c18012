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

/**
 * Loads everything left for later, as soon as the first screen is usable: code loaded on demand
 * would come from the port's current owner.
 */
export async function loadTheRest(): Promise<void> {
  await Promise.allSettled([...loads].map((load) => load()));
  // Loaded code may have registered more.
  for (const load of loads) await load().catch(() => undefined);
}
