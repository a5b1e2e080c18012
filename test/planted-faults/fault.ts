/** A one-line fault that `npm test` must catch; all were written down before the rebuilding. */
export interface PlantedFault {
  readonly file: string;
  /** Text that occurs once in the file. */
  readonly search: string;
  readonly replace: string;
  readonly why: string;
  /** Files or folders below `test/` that ought to catch it. */
  readonly tests: readonly string[];
}

export function fault(
  file: string,
  [search, replace]: readonly [string, string],
  why: string,
  ...tests: readonly string[]
): PlantedFault {
  return { file, search, replace, why, tests };
}
