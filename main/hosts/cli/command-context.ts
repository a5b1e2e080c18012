import type { Texts } from '../../platform/texts.ts';
import type { valueOptions } from './option-values.ts';

/** What every subcommand is given when it is added to the command line. */
export interface CommandContext {
  /** A sentence of the help. */
  readonly say: (key: string) => string;
  /** An option with a value. */
  readonly value: ReturnType<typeof valueOptions>;
  /** Makes the action that loads a subcommand and runs it. */
  readonly run: ReturnType<typeof createRun>;
}

/** A subcommand: it is given its arguments, its options with the data folder, and the texts. */
type Subcommand = (...given: never[]) => Promise<number>;

/** Runs subcommands; `finish` receives their exit codes. */
export function createRun(
  texts: Texts,
  data: () => string | null,
  finish: (exitCode: number) => void,
) {
  return (load: () => Promise<Subcommand>) =>
    async (...given: unknown[]): Promise<void> => {
      const subcommand = (await load()) as (...given: unknown[]) => Promise<number>;
      // The parser gives the arguments, the options and the command itself.
      const options = { ...(given.at(-2) as object), data: data() };
      finish(await subcommand(...given.slice(0, -2), options, texts));
    };
}
