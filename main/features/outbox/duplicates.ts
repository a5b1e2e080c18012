import { setImmediate } from 'node:timers/promises';
import { ZubiError } from '../../../contract/errors.ts';
import type { SentBefore } from '../../../contract/sent-before.ts';
import { type ShownState, shownStateOf } from '../../../contract/shown-state.ts';
import type { SubmissionState } from '../../../contract/submission.ts';
import type { Core } from '../core.ts';
import {
  findEarlierOf,
  findSharedRecords,
  indexEarlier,
  ReplacedHistories,
  readIdentities,
  type SentInReplaced,
  toSubmission,
} from '../submissions/public.ts';
import type { Draft } from './drafting.ts';

/** Maximum records named for a duplicate; `recordCount` always counts all. */
const namedRecords = 100;
/** Documents read at the same time: one for each reading thread, and one waiting for each. */
const readers = 4;

/** A draft with the identities of its records, in the order of its file. */
export interface ReadDraft {
  readonly draft: Draft;
  readonly identities: readonly string[];
}

/** A draft whose document or records were sent before, are under way, or are in another file. */
export interface Duplicate {
  readonly draft: Draft;
  readonly guard: 'document' | 'records' | 'batch';
  /**
   * Null for another file of the call, with the same `document` or with the same records (`batch`).
   */
  readonly submissionId: string | null;
  readonly state: SubmissionState;
  readonly shown: ShownState;
  readonly at: string;
  /** Name of the other file. */
  readonly file: string;
  /** Positions in the draft's file. */
  readonly records: readonly number[];
  /** Whether only a history set aside has the submission, and not the history in force. */
  readonly isAside?: boolean;
}

/**
 * Reads the records of drafts. Throws `check_failed` when a document cannot be read: a check that
 * cannot run must not pass.
 */
export async function readDrafts(core: Core, drafts: readonly Draft[]): Promise<ReadDraft[]> {
  const read = new Map<string, readonly string[]>();
  const waiting = [...drafts];
  const reader = async () => {
    for (let draft = waiting.shift(); draft; draft = waiting.shift()) {
      read.set(draft.id, await readIdentities(core, draft).catch(toCheckFailed));
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
  return drafts.map((draft) => ({ draft, identities: read.get(draft.id) ?? [] }));
}

function toCheckFailed(error: unknown): never {
  throw error instanceof ZubiError ? error : new ZubiError('check_failed', {}, { cause: error });
}

/** All duplicates that a person must confirm, file by file, the newest first. */
export async function findDuplicates(
  core: Core,
  drafts: readonly ReadDraft[],
): Promise<Duplicate[]> {
  await indexEarlier(core, [...new Set(drafts.map(({ draft }) => draft.tax_id))]);
  const found: Duplicate[] = [];
  const aside = new ReplacedHistories(core);
  try {
    for (const [index, each] of drafts.entries()) {
      if (index % 20 === 19) await setImmediate();
      const document =
        (await findSameDocument(core, each.draft)) ?? findDocumentInReplaced(aside, each.draft);
      if (document) found.push(document);
      // The same document has the same records, so report it once.
      else if (each.draft.operation === 'creation')
        found.push(...(await findSameRecords(core, each)), ...findRecordsInReplaced(aside, each));
    }
  } finally {
    aside.close();
  }
  return [...found, ...findWithin(drafts)];
}

function findDocumentInReplaced(aside: ReplacedHistories, draft: Draft): Duplicate | null {
  const earlier = aside.findDocument(draft);
  return earlier ? toDuplicate(draft, 'document', earlier) : null;
}

function findRecordsInReplaced(
  aside: ReplacedHistories,
  { draft, identities }: ReadDraft,
): Duplicate[] {
  return aside.findRecords(identities).map((earlier) => toDuplicate(draft, 'records', earlier));
}

function toDuplicate(draft: Draft, guard: Duplicate['guard'], earlier: SentInReplaced): Duplicate {
  const { id: submissionId, state, shown, at, file, records } = earlier;
  const positions = records.toSorted((a, b) => a - b);
  return { draft, guard, submissionId, state, shown, at, file, records: positions, isAside: true };
}

async function findSameDocument(core: Core, draft: Draft): Promise<Duplicate | null> {
  const earlier = await findEarlierOf(core.store.queries, draft);
  if (!earlier) return null;
  const { id: submissionId, state, created_at: at, file_name: file } = earlier;
  const shown = shownStateOf(toSubmission(earlier));
  return { draft, guard: 'document', submissionId, state, shown, at, file, records: [] };
}

async function findSameRecords(core: Core, { draft, identities }: ReadDraft): Promise<Duplicate[]> {
  const rows = await findSharedRecords(core.store.queries, identities);
  return rows.map(({ id: submissionId, state, shown, at, fileName: file, records }) => {
    const positions = (JSON.parse(records) as number[]).toSorted((a, b) => a - b);
    return { draft, guard: 'records', submissionId, state, shown, at, file, records: positions };
  });
}

/**
 * A document that is twice in one call, and creations of one call that share records: the service
 * would refuse the later one.
 */
function findWithin(drafts: readonly ReadDraft[]): Duplicate[] {
  const documents = new Map<string, Draft>();
  const owners = new Map<string, Draft>();
  const found: Duplicate[] = [];
  const note = (
    draft: Draft,
    guard: Duplicate['guard'],
    owner: Draft,
    records: readonly number[],
  ) => {
    const { created_at: at, file_name: file } = owner;
    const state = 'queued';
    found.push({ draft, guard, submissionId: null, state, shown: state, at, file, records });
  };
  for (const { draft, identities } of drafts) {
    const same = documents.get(draft.sha256);
    if (same) note(draft, 'document', same, []);
    else documents.set(draft.sha256, draft);
    if (same || draft.operation !== 'creation') continue;
    const shared = new Map<Draft, number[]>();
    for (const [index, identity] of identities.entries()) {
      const owner = owners.get(identity);
      if (owner === undefined) owners.set(identity, draft);
      else if (owner !== draft) shared.set(owner, [...(shared.get(owner) ?? []), index + 1]);
    }
    for (const [owner, records] of shared) note(draft, 'batch', owner, records);
  }
  return found;
}

/**
 * Throws when a document is queued, under way or twice in one call, even when a person confirmed:
 * the outcome decides whether it may be sent again. Names all these files.
 */
export function refuseMoving(duplicates: readonly Duplicate[]): void {
  const moving = duplicates.filter(
    ({ guard, state }) => guard === 'document' && (state === 'queued' || state === 'sending'),
  );
  const [first] = moving;
  if (!first) return;
  const code = 'file_already_queued';
  const files = moving.map(({ draft }) => {
    const { worklist_file_id: fileId, file_name: name } = draft;
    return { fileId, name, code, details: { name } };
  });
  throw new ZubiError(code, { name: first.draft.file_name, files });
}

/** A duplicate as the contract shows it. */
export function toSentBefore(duplicate: Duplicate): SentBefore {
  const { draft, guard, submissionId, state, shown, at, file, records } = duplicate;
  return {
    fileId: draft.worklist_file_id,
    name: draft.file_name,
    ...{ guard, submissionId, state, shown, at, earlierFile: file },
    isAside: duplicate.isAside ?? false,
    records: records.slice(0, namedRecords),
    recordCount: records.length,
  };
}
