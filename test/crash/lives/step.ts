import type fc from 'fast-check';
import type { Life } from './life.ts';
import type { Model } from './model.ts';

/** A step of a life: its precondition, its act, and its name in a failure. */
export interface Step {
  readonly name: string;
  may(model: Model): boolean;
  run(life: Life): Promise<void>;
}

/** The model lives in the life: it must know the effect of a call before the call is over. */
export type Command = fc.AsyncCommand<object, Life>;

/** After each step the program must come to rest where the model expects it. */
export function toCommand(step: Step): Command {
  return {
    check: (model) => step.may(model as Model),
    async run(_model, life) {
      await step.run(life);
      await life.rest();
    },
    toString: () => step.name,
  };
}

/** One of them by a number of any size, so that a left-out step changes no other. */
export function pick<Value>(values: readonly Value[], place: number): Value {
  const value = values[place % values.length];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}
