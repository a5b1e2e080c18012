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
 * (`as_it_is`) stay alone, beside what each was refused for.
 */
export async function joinCorrections(
  core: Core,
  corrections: readonly Correction[],
): Promise<readonly MadeFile[]> {
  const { maxFileBytes } = core.settings.read();
  const made: MadeFile[] = [];
  for (const [operation, own] of Map.groupBy(corrections, (each) => each.operation)) {
    const files = own.map(({ file }) => file);
    if (operation === 'as_it_is') made.unshift(...files);
    else
      for (const part of partsOf(files, maxFileBytes)) made.push(...(await joinFiles(core, part)));
  }
  return made;
}

/** Parts of at most so many bytes together: a thread has little time to join them. */
function partsOf(files: readonly MadeFile[], maxBytes: number): readonly MadeFile[][] {
  const parts: MadeFile[][] = [];
  let room = 0;
  for (const file of files) {
    room -= file.bytes.length;
    if (room >= 0) parts.at(-1)?.push(file);
    else {
      parts.push([file]);
      room = maxBytes - file.bytes.length;
    }
  }
  return parts;
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
