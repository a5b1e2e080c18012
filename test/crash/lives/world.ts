import type { QueuePace } from '../../../main/features/outbox/pace.ts';

/** Long enough after the documents' days, and far from a year's end. */
const startMs = Date.parse('2026-06-10T09:00:00Z');
/** The time between two looks at the clock. */
const tickMs = 0.001;

/** The time of a life: it passes only on command; the wall clock can also be set. */
export class World {
  /** Of the clock that never goes back. */
  nowMs = 0;
  #wallOffsetMs = 0;
  #pace: ManualPace = new ManualPace(this);

  wallMs(): number {
    return startMs + Math.floor(this.nowMs) + this.#wallOffsetMs;
  }

  readonly clock = (): Date => new Date(this.wallMs());

  setClock(byMs: number): void {
    this.#wallOffsetMs += byMs;
  }

  /** A new process counts its own time; alarms of the former one never ring. */
  newPace(): QueuePace {
    this.#pace.end();
    this.#pace = new ManualPace(this);
    return this.#pace;
  }

  pass(milliseconds: number): void {
    const untilMs = this.nowMs + milliseconds;
    this.#pace.ringUntil(untilMs);
    this.nowMs = Math.max(this.nowMs, untilMs);
  }
}

class ManualPace implements QueuePace {
  readonly #world: World;
  #alarms: { readonly atMs: number; readonly run: () => void }[] = [];
  #isOver = false;

  constructor(world: World) {
    this.#world = world;
  }

  readonly now = (): number => {
    this.#world.nowMs += tickMs;
    return this.#world.nowMs;
  };

  readonly random = (): number => 0.5;

  readonly after = (milliseconds: number, run: () => void): (() => void) => {
    // After a kill nobody waits any more.
    if (this.#isOver) {
      setImmediate(run);
      return () => {};
    }
    const alarm = { atMs: this.#world.nowMs + milliseconds, run };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((each) => each !== alarm);
    };
  };

  ringUntil(untilMs: number): void {
    for (;;) {
      const [next] = this.#alarms.toSorted((a, b) => a.atMs - b.atMs);
      if (!next || next.atMs > untilMs) return;
      this.#alarms = this.#alarms.filter((each) => each !== next);
      this.#world.nowMs = Math.max(this.#world.nowMs, next.atMs);
      next.run();
    }
  }

  end(): void {
    this.#isOver = true;
    const waiting = this.#alarms;
    this.#alarms = [];
    for (const { run } of waiting) setImmediate(run);
  }
}
