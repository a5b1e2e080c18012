const loads = new Set<() => Promise<unknown>>();

export interface Later<Value> {
  (): Promise<Value>;
  /** What came; undefined until then. */
  loaded(): Value | undefined;
}

/** Code or texts that the first screen does without; asked for once, anew only after a failure. */
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
 * Loads all that was left for later. Called as soon as the first screen can be used: code that is
 * asked for when it is needed would come from whoever has the port by then.
 */
export async function loadTheRest(): Promise<void> {
  await Promise.allSettled([...loads].map((load) => load()));
  // What came may have brought more to load.
  for (const load of loads) await load().catch(() => undefined);
}
