import type { MakeOrder } from '../../validator/extract/make-order.ts';
import type { Core } from '../core.ts';
import type { MadeFile } from '../worklist/public.ts';

type Operation = Extract<MakeOrder, { kind: 'keep' }>['operation'];

/** A file made from one submission, and the operation that it was made for. */
export interface Correction {
  readonly file: MadeFile;
  readonly operation: Operation;
}

/**
 * Joins corrections of one company, form and year. Those that a person still has to fix
 * (`as_it_is`) stay alone, beside what each was refused for. State: the corrections not yet joined.
 */
export class JoinedFiles {
  readonly #core: Core;
  readonly #waiting = new Map<Operation, MadeFile[]>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Returns the files that are complete. */
  async add({ file, operation }: Correction): Promise<readonly MadeFile[]> {
    if (operation === 'as_it_is') return [file];
    const waiting = this.#waiting.get(operation) ?? [];
    const { maxFileBytes } = this.#core.settings.read();
    const bytes = waiting.reduce((sum, each) => sum + each.bytes.length, file.bytes.length);
    this.#waiting.set(operation, bytes > maxFileBytes ? [file] : [...waiting, file]);
    return bytes > maxFileBytes ? joinFiles(this.#core, waiting) : [];
  }

  async end(): Promise<readonly MadeFile[]> {
    const made: MadeFile[] = [];
    for (const waiting of this.#waiting.values())
      made.push(...(await joinFiles(this.#core, waiting)));
    this.#waiting.clear();
    return made;
  }
}

/** As few files as possible for these records, in their order. */
export async function joinFiles(
  core: Core,
  files: readonly MadeFile[],
): Promise<readonly MadeFile[]> {
  const [first, ...others] = files;
  if (first === undefined || others.length === 0) return files;
  const { maxFileBytes: maxBytes } = core.settings.read();
  const order = { kind: 'join', others: others.map(({ bytes }) => bytes), maxBytes } as const;
  let at = 0;
  return (await core.validator.makeDocuments(first.bytes, order)).map(({ bytes, joined = 1 }) => {
    const [own = first, ...more] = files.slice(at, at + joined);
    at += joined;
    return { ...own, bytes, joined: [...(own.joined ?? []), ...more.flatMap(toSources)] };
  });
}

function toSources({ origin, sourceId, joined = [] }: MadeFile) {
  const { submissionId } = origin;
  return submissionId === null ? joined : [{ submissionId, sourceId }, ...joined];
}
