import type { Query, QueryClient } from '@tanstack/react-query';
import type { HostBridge } from '../../contract/client.ts';
import type { AppEvent } from '../../contract/events.ts';
import type { Output } from '../../contract/methods.ts';
import type { WorklistFile } from '../../contract/worklist.ts';
import { callMethod } from './bridge.ts';

type Worklist = Output<'submissions.worklist'>;

const key = ['submissions.worklist', {}] as const;
/** Readings of one file: the changes of other files do not make them stale. */
const ofOneFile: readonly unknown[] = ['submissions.issues', 'submissions.excerpt'];
/** With more files than this the whole list is read. */
const maxFiles = 300;
/** The shortest time between two readings of the whole list. */
const wholeEveryMs = 1000;

/**
 * The list with new data for some of its files; requested files that were not found are removed
 * from it.
 */
export function mergeFiles(
  all: readonly WorklistFile[],
  asked: ReadonlySet<string>,
  found: readonly WorklistFile[],
): WorklistFile[] {
  const byId = new Map(found.map((file) => [file.id, file]));
  const kept = all.flatMap((file) => (asked.has(file.id) ? (byId.get(file.id) ?? []) : file));
  const known = new Set(kept.map(({ id }) => id));
  const added = found.filter(({ id }) => !known.has(id));
  return added.length === 0 ? kept : [...kept, ...added].toSorted(inOrder);
}

/** In the core's order. */
function inOrder(one: WorklistFile, other: WorklistFile): number {
  if (one.addedAt !== other.addedAt) return one.addedAt < other.addedAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

/** Puts states into the rows of their submissions; `left` are those without a row. */
export function applyStates(
  files: readonly WorklistFile[],
  states: ReadonlyMap<string, string>,
): { readonly files: readonly WorklistFile[]; readonly left: boolean } {
  const met = new Set<string>();
  const next = files.map((file) => {
    const state = file.submission === null ? undefined : states.get(file.submission.id);
    if (file.submission === null || state === undefined) return file;
    met.add(file.submission.id);
    return file.submission.state === state
      ? file
      : { ...file, submission: { ...file.submission, state } };
  });
  return { files: met.size === 0 ? files : next, left: met.size < states.size };
}

/**
 * Only the core's row has “in part” or “with errors”, the reason, and whether it needs attention.
 */
const needsItsRow: readonly string[] = ['partially_accepted', 'rejected', 'unknown', 'failed'];

/** Files whose rows are read again: when one finishes, another may no longer wait. */
function rowsConcerned(
  files: readonly WorklistFile[],
  states: ReadonlyMap<string, string>,
): readonly string[] {
  const corrected = new Set(
    files.flatMap(({ origin, submission }) =>
      submission !== null && states.has(submission.id)
        ? [origin?.submissionId, ...(origin?.others ?? [])]
        : [],
    ),
  );
  return files.flatMap(({ id, submission }) =>
    submission !== null &&
    (corrected.has(submission.id) || needsItsRow.includes(states.get(submission.id) ?? ''))
      ? [id]
      : [],
  );
}

/**
 * Keeps the cached worklist current, file by file: a list of thousands is not read again for each
 * of its files.
 */
export interface WorklistRefresh {
  note(event: AppEvent): void;
  /** Does the work that can be done now; true when some is left. */
  flush(): boolean;
}

/** State: files and submissions changed since the last refresh. */
export function createWorklistRefresh(bridge: HostBridge, client: QueryClient): WorklistRefresh {
  let files = new Set<string>();
  let states = new Map<string, string>();
  let wholeIsStale = false;
  let wholeAt = Number.NEGATIVE_INFINITY;
  let isFetchingSome = false;

  function forget(): void {
    files = new Set();
    states = new Map();
    wholeIsStale = false;
  }

  function refreshOpened(changed: ReadonlySet<string>): void {
    const isOfChanged = ({ queryKey: [name, input] }: Query) =>
      ofOneFile.includes(name) && changed.has((input as { readonly fileId: string }).fileId);
    void client.invalidateQueries({ predicate: isOfChanged });
  }

  async function fetchSome(): Promise<void> {
    const asked = files;
    files = new Set();
    isFetchingSome = true;
    try {
      const found = await callMethod(bridge, 'submissions.worklist', { fileIds: [...asked] });
      client.setQueryData<Worklist>(key, (list) =>
        list === undefined ? list : { files: mergeFiles(list.files, asked, found.files) },
      );
      refreshOpened(new Set(found.files.map(({ id }) => id)));
    } catch {
      for (const id of asked) files.add(id);
      wholeIsStale = true;
    } finally {
      isFetchingSome = false;
    }
  }

  function fetchWhole(): boolean {
    const now = performance.now();
    if (now - wholeAt < wholeEveryMs) return true;
    wholeAt = now;
    refreshOpened(files);
    forget();
    void client.invalidateQueries({ queryKey: key, exact: true });
    return false;
  }

  return {
    note(event) {
      if (event.name === 'worklist.changed') for (const id of event.payload.fileIds) files.add(id);
      if (event.name === 'submission.changed') states.set(event.payload.id, event.payload.state);
    },
    flush() {
      const cached = client.getQueryData<Worklist>(key);
      const isFetching = client.isFetching({ queryKey: key, exact: true }) > 0;
      if (cached === undefined && !isFetching) {
        refreshOpened(files);
        forget();
      }
      // An answer on its way may be older than the event.
      if (isFetching || isFetchingSome) return files.size + states.size > 0 || wholeIsStale;
      if (cached !== undefined && states.size > 0) {
        const applied = applyStates(cached.files, states);
        for (const id of rowsConcerned(applied.files, states)) files.add(id);
        states = new Map();
        wholeIsStale ||= applied.left;
        if (applied.files !== cached.files)
          client.setQueryData<Worklist>(key, { files: [...applied.files] });
      }
      if (wholeIsStale || files.size > maxFiles) return fetchWhole();
      if (files.size === 0) return false;
      void fetchSome();
      return true;
    },
  };
}
