import type { Core } from '../core.ts';
import type { Duplicate, ReadDraft } from './duplicates.ts';
import { findPlaceBefore } from './queue-table.ts';

const rank = { creation: 0, modification: 1, cancellation: 2 } as const;

/**
 * The sending order of one call's files: creations, modifications, cancellations, each group as
 * given. A cancellation of records that the book already has goes first: it makes room for a
 * creation of the same records in the same call. `inBook` are the identities of these records.
 */
function orderDrafts(
  drafts: readonly ReadDraft[],
  inBook: ReadonlySet<string>,
): readonly ReadDraft[] {
  const makesRoom = ({ draft, identities }: ReadDraft) =>
    draft.operation === 'cancellation' && identities.some((each) => inBook.has(each));
  const places = new Map(
    drafts.map((each) => [each, makesRoom(each) ? -1 : rank[each.draft.operation]]),
  );
  return drafts.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/**
 * Puts drafts into their order. A creation also goes before queued submissions that build on it
 * (its modification was sent first), except for records that the book has: for these the order of
 * the queue is intended.
 */
export async function placeDrafts(
  core: Core,
  drafts: readonly ReadDraft[],
  duplicates: readonly Duplicate[],
): Promise<readonly ReadDraft[]> {
  const inBook = findInBook(drafts, duplicates);
  const placed: ReadDraft[] = [];
  for (const each of orderDrafts(drafts, inBook)) placed.push(await placeOne(core, each, inBook));
  return placed;
}

async function placeOne(
  core: Core,
  each: ReadDraft,
  inBook: ReadonlySet<string>,
): Promise<ReadDraft> {
  const { draft, identities } = each;
  if (draft.operation !== 'creation' || draft.queue_order !== undefined) return each;
  const entered = identities.filter((identity) => !inBook.has(identity));
  const queueOrder = await findPlaceBefore(core.store.queries, draft.company_id, entered);
  return queueOrder === null ? each : { identities, draft: { ...draft, queue_order: queueOrder } };
}

/** Of the records to be entered, those that the book has or may have, from the duplicates found. */
function findInBook(
  drafts: readonly ReadDraft[],
  duplicates: readonly Duplicate[],
): ReadonlySet<string> {
  const identitiesOf = new Map(drafts.map(({ draft, identities }) => [draft.id, identities]));
  const found = new Set<string>();
  for (const { draft, guard, state, records } of duplicates) {
    if (draft.operation !== 'creation' || guard === 'batch' || state === 'queued') continue;
    const identities = identitiesOf.get(draft.id) ?? [];
    if (guard === 'document') for (const identity of identities) found.add(identity);
    else for (const record of records) found.add(identities[record - 1] ?? '');
  }
  return found;
}
