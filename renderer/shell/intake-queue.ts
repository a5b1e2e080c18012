/** Work in portions: later items form the next portion. */
export interface WorkQueue<Thing = string> {
  /** Skips an item that was added before. */
  add(things: readonly Thing[]): void;
  /** Resolves when nothing waits or runs. */
  idle(): Promise<void>;
}

/**
 * Collects items and works on at most `most` at a time, `lanes` portions at once; the first begins
 * at once. State: known and waiting items. A failed portion is reported and not tried again, unless
 * `mayComeAgain` lets its items be added once more.
 */
export function createWorkQueue<Thing = string>(options: {
  readonly most: number;
  readonly lanes: number;
  readonly work: (things: readonly Thing[]) => Promise<void>;
  readonly onFailed: (thrown: unknown) => void;
  readonly mayComeAgain?: (thrown: unknown) => boolean;
}): WorkQueue<Thing> {
  const given = new Set<Thing>();
  const waiting: Thing[] = [];
  let running = 0;
  const idlers = new Set<() => void>();

  async function run(): Promise<void> {
    running += 1;
    try {
      while (waiting.length > 0) {
        const portion = waiting.splice(0, options.most);
        try {
          await options.work(portion);
        } catch (thrown) {
          if (options.mayComeAgain?.(thrown) === true)
            for (const thing of portion) given.delete(thing);
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
    add(things) {
      for (const thing of things) {
        if (given.has(thing)) continue;
        given.add(thing);
        waiting.push(thing);
      }
      while (running < options.lanes && waiting.length > 0) void run();
    },
    idle: () =>
      running === 0 ? Promise.resolve() : new Promise<void>((resolve) => void idlers.add(resolve)),
  };
}
