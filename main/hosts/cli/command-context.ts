import type { valueOptions } from './option-values.ts';

/** What every subcommand is given when it is added to the command line. */
export interface CommandContext {
  /** A sentence of the help. */
  readonly say: (key: string) => string;
  /** An option with a value. */
  readonly value: ReturnType<typeof valueOptions>;
  /** The data folder as given; null for the default. */
  readonly data: () => string | null;
  /** Receives the exit code. */
  readonly finish: (exitCode: number) => void;
}

/** The options of a subcommand as the command line has them. */
export type Given<Options extends { readonly data: string | null }> = Omit<Options, 'data'>;
