import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { ZubiError } from '../../../contract/errors.ts';
import type { SentBefore } from '../../../contract/sent-before.ts';
import { goesOnce, shownStateOf } from '../../../contract/shown-state.ts';
import type { Core } from '../core.ts';
import {
  findEarlierOf,
  findSharedRecords,
  ReplacedHistories,
  readIdentities,
  type SharedRecords,
  toEarlier,
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
export interface Duplicate extends Omit<SharedRecords, 'id'> {
  readonly draft: Draft;
  readonly guard: 'document' | 'records' | 'batch';
  /**
   * Null for another file of the call, with the same `document` or with the same records (`batch`).
   */
  readonly submissionId: string | null;
  /** Whether only a history set aside has the submission, and not the history in force. */
  readonly isAside: boolean;
}

/**
 * Reads the records of drafts. Throws `check_failed` when a document cannot be read: a check that
 * cannot run must not pass.
 */
export async function readDrafts(core: Core, drafts: readonly Draft[]): Promise<ReadDraft[]> {
  return pLimit(readers).map(drafts, async (draft) => ({
    draft,
    identities: await readIdentities(core, draft).catch(toCheckFailed),
  }));
}

function toCheckFailed(error: unknown): never {
  throw error instanceof ZubiError ? error : new ZubiError('check_failed', {}, { cause: error });
}

/** All duplicates that a person must confirm, file by file, the newest first. */
export async function findDuplicates(
  core: Core,
  drafts: readonly ReadDraft[],
): Promise<Duplicate[]> {
  const found: Duplicate[] = [];
  using aside = new ReplacedHistories(core);
  for (const [index, each] of drafts.entries()) {
    if (index % 20 === 19) await setImmediate();
    found.push(...(await findBefore(core, aside, each)));
  }
  return [...found, ...findWithin(drafts)];
}

/** The submission that had the same document, or else those that had some of its records. */
async function findBefore(
  { store }: Core,
  aside: ReplacedHistories,
  { draft, identities }: ReadDraft,
): Promise<Duplicate[]> {
  const named =
    (guard: Duplicate['guard'], isAside: boolean) =>
    ({ id: submissionId, ...earlier }: SharedRecords): Duplicate => ({
      ...{ draft, guard, isAside, submissionId },
      ...earlier,
    });
  const row = await findEarlierOf(store.queries, draft);
  if (row) {
    const shown = shownStateOf(toSubmission(row));
    return [named('document', false)({ ...toEarlier(row), shown, records: [] })];
  }
  const same = aside.findDocument(draft);
  if (same) return [named('document', true)(same)];
  if (draft.operation !== 'creation') return [];
  const inForce = await findSharedRecords(store.queries, identities);
  return [
    ...inForce.map(named('records', false)),
    ...aside.findRecords(identities).map(named('records', true)),
  ];
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
    of: Pick<Duplicate, 'draft' | 'guard' | 'records'>,
    { created_at: at, file_name: file }: Draft,
  ) => {
    const queued = {
      state: 'queued',
      shown: 'queued',
      submissionId: null,
      isAside: false,
    } as const;
    found.push({ ...of, ...queued, at, file });
  };
  for (const { draft, identities } of drafts) {
    const same = documents.get(draft.sha256);
    if (same) note({ draft, guard: 'document', records: [] }, same);
    else documents.set(draft.sha256, draft);
    if (same || draft.operation !== 'creation') continue;
    const shared = new Map<Draft, number[]>();
    for (const [index, identity] of identities.entries()) {
      const owner = owners.get(identity);
      if (owner === undefined) owners.set(identity, draft);
      else if (owner !== draft) shared.set(owner, [...(shared.get(owner) ?? []), index + 1]);
    }
    for (const [owner, records] of shared) note({ draft, guard: 'batch', records }, owner);
  }
  return found;
}

/**
 * Throws when a document is queued, under way or twice in one call, even when a person confirmed:
 * the outcome decides whether it may be sent again. Names all these files.
 */
export function refuseMoving(duplicates: readonly Duplicate[]): void {
  const moving = duplicates.filter(goesOnce);
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
export function toSentBefore({ draft, file, records, ...more }: Duplicate): SentBefore {
  return {
    ...more,
    fileId: draft.worklist_file_id,
    name: draft.file_name,
    earlierFile: file,
    records: records.slice(0, namedRecords),
    recordCount: records.length,
  };
}
