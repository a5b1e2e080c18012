import fc from 'fast-check';
import { steps } from './commands.ts';
import { Life } from './life.ts';
import { layGround } from './office.ts';

/** The lives to run; the same ones for the same seed. */
export interface LivesOptions {
  readonly runs: number;
  readonly seed: number;
  /** Most steps of a life. */
  readonly steps: number;
  /** The path of a failed life, from its failure: only that one runs again. */
  readonly path?: string;
  readonly replayPath?: string;
  /** Whether a failed life is reported as it is, instead of made shorter first. */
  readonly isToldWhole?: boolean;
}

/** For a busy machine; less while a failed life is made shorter. */
const patienceMs = { first: 20_000, shrinking: 3000 } as const;

/**
 * Runs random lives of the queue, the service, kills, clocks and decisions, each beside a model of
 * it (`model.ts`). Throws when one breaks, with the shortest life that still does, and with the way
 * to run it again.
 */
export async function liveRandomly(
  { runs, seed, steps: maxCommands, path, replayPath, isToldWhole = false }: LivesOptions,
  report: (line: string) => void = () => {},
): Promise<void> {
  const ground = await layGround();
  let lives = 0;
  let hasBroken = false;
  const property = fc.asyncProperty(
    fc.commands(steps, { maxCommands, size: 'max', ...(replayPath ? { replayPath } : {}) }),
    async (commands) => {
      const life = await Life.begin(ground, hasBroken ? patienceMs.shrinking : patienceMs.first);
      try {
        await fc.asyncModelRun(() => ({ model: life.model, real: life }), commands);
        await life.finish();
        lives += 1;
        report(`${lives}: ${life.model.subs.length} submissions`);
      } catch (error) {
        hasBroken = true;
        throw error;
      } finally {
        await life.close();
      }
    },
  );
  try {
    await fc.assert(property, {
      numRuns: runs,
      seed,
      endOnFailure: isToldWhole,
      ...(path ? { path } : {}),
    });
  } finally {
    await ground.close();
  }
}
