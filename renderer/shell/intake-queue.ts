/** Work on ids in portions: what comes while a portion is under way is the next one. */
export interface Portions {
  /** An id that was given before is passed over. */
  add(ids: readonly string[]): void;
  /** Resolves when nothing waits or is under way. */
  idle(): Promise<void>;
}

/**
 * Gathers ids and works on at most `most` at a time, `lanes` portions at once; the first begins at once. State: what was given, and what waits. A portion
 * that fails is told and not tried again.
 */
export function createPortions(options: {
  readonly most: number;
  readonly lanes: number;
  readonly work: (ids: readonly string[]) => Promise<void>;
  readonly onFailed: (thrown: unknown) => void;
}): Portions {
  const given = new Set<string>();
  const waiting: string[] = [];
  let running = 0;
  const idlers = new Set<() => void>();

  async function run(): Promise<void> {
    running += 1;
    try {
      while (waiting.length > 0) {
        try {
          await options.work(waiting.splice(0, options.most));
        } catch (thrown) {
          options.onFailed(thrown);
        }
      }
    } finally {
      running -= 1;
      if (running === 0) for (const tell of idlers) tell();
      if (running === 0) idlers.clear();
    }
  }
  return {
    add(ids) {
      for (const id of ids) {
        if (given.has(id)) continue;
        given.add(id);
        waiting.push(id);
      }
      while (running < options.lanes && waiting.length > 0) void run();
    },
    idle: () =>
      running === 0 ? Promise.resolve() : new Promise<void>((resolve) => void idlers.add(resolve)),
  };
}
