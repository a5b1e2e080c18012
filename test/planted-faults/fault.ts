import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

const standsOnce = (path: string, search: string) =>
  existsSync(path) && readFileSync(path, 'utf8').split(search).length === 2;

/** The file below `root` where the text stands now: files move. Null when it is gone. */
export function findFile(root: string, { file, search }: PlantedFault): string | null {
  if (standsOnce(join(root, file), search)) return join(root, file);
  const others = globSync('{main,contract,renderer,sandbox}/**/*.{ts,tsx}', { cwd: root })
    .map((name) => join(root, name))
    .filter((path) => standsOnce(path, search));
  return others.length === 1 ? (others[0] ?? null) : null;
}
