import type { AuthorizationMatch } from '../../../contract/authorization.ts';
import { toCallError } from '../../api/bridge.ts';

/** What the core tells of files that were handed over. */
export interface Matched {
  readonly matches: readonly AuthorizationMatch[];
  /** Files that the core no longer has: they have to be dropped anew. */
  readonly gone: ReadonlySet<string>;
}

/** The file of a refusal that concerns it alone; null for every other fault. */
function unknownFile(thrown: unknown): string | null {
  const { code, details } = toCallError(thrown);
  return code === 'file_unknown' && typeof details.id === 'string' ? details.id : null;
}

/** Asks which companies files are for; one that the core no longer has is left out, and the others are asked for again. Throws every other refusal. */
export async function matchFiles(
  ask: (fileIds: readonly string[]) => Promise<readonly AuthorizationMatch[]>,
  fileIds: readonly string[],
): Promise<Matched> {
  const gone = new Set<string>();
  const left = new Set(fileIds);
  while (left.size > 0) {
    try {
      return { matches: await ask([...left]), gone };
    } catch (thrown) {
      const id = unknownFile(thrown);
      if (id === null || !left.delete(id)) throw thrown;
      gone.add(id);
    }
  }
  return { matches: [], gone };
}
