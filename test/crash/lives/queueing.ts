import type { LifeDocument } from './documents.ts';
import { inOrder, type Model, type Sub, shares } from './model.ts';

/** The result of a wish to send. */
export type Reply = 'queued' | 'sent_before' | 'file_already_queued';

const known = ['queued', 'sending', 'accepted', 'partially_accepted', 'unknown'];

/** The checks before anything is queued. */
export function askFor(model: Model, wanted: readonly LifeDocument[], isConfirmed: boolean): Reply {
  const same = wanted.flatMap((document) => model.subs.filter((sub) => sub.document === document));
  const isMoving = same.some(({ state }) => state === 'queued' || state === 'sending');
  if (isConfirmed) return isMoving ? 'file_already_queued' : 'queued';
  const creations = wanted.filter(({ operation }) => operation === 'creation');
  const isTwice = creations.some((one, index) =>
    creations.slice(index + 1).some((other) => shares(one.records, other)),
  );
  const isThere = same.some(({ state }) => known.includes(state));
  const isEntered = creations.some(({ records }) => entered(model, records).length > 0);
  return isTwice || isThere || isEntered ? 'sent_before' : 'queued';
}

/** The checks before one is sent again. It must not undo a later change of its records unasked. */
export function askForAgain(model: Model, sub: Sub, isConfirmed: boolean): Reply {
  const isUndoing = model.subs.some((later) => inOrder(sub, later) < 0 && mayReplace(later, sub));
  return isUndoing && !isConfirmed ? 'sent_before' : askFor(model, [sub.document], isConfirmed);
}

/** Whether a change may have changed, in the ledger, records that another change has too. */
function mayReplace({ state, document, refused }: Sub, { document: own }: Sub): boolean {
  const left = document.records.filter((record) => !refused.includes(record));
  return (
    own.operation !== 'creation' &&
    document.operation !== 'creation' &&
    state !== 'queued' &&
    known.includes(state) &&
    shares(left, own)
  );
}

/** Records that a creation has entered, may have entered, or is about to. */
function entered(model: Model, records: readonly string[], states = known): string[] {
  return records.filter((record) =>
    model.subs.some(
      (sub) =>
        sub.document.operation === 'creation' &&
        states.includes(sub.state) &&
        sub.document.records.includes(record) &&
        !sub.refused.includes(record) &&
        !isUndone(model, sub, record),
    ),
  );
}

function isUndone({ subs }: Model, { sequence }: Sub, record: string): boolean {
  return subs.some(
    (later) =>
      later.sequence > sequence &&
      later.document.operation === 'cancellation' &&
      later.state === 'accepted' &&
      later.document.records.includes(record),
  );
}

const ranks = { creation: 0, modification: 1, cancellation: 2 } as const;

/** Queues the files of one sending, each in its place. */
export function enqueue(
  model: Model,
  wanted: readonly LifeDocument[],
  isConfirmed: boolean,
): Sub[] {
  const inBook = new Set(
    wanted
      .filter(({ operation }) => operation === 'creation')
      .flatMap((document) => findInBook(model, document)),
  );
  // A cancellation of records in the book makes room for the creation that comes with it.
  const rank = ({ operation, records }: LifeDocument): number =>
    operation === 'cancellation' && records.some((record) => inBook.has(record))
      ? -1
      : ranks[operation];
  const ordered = wanted.toSorted((a, b) => rank(a) - rank(b));
  const places = ordered.map((document) =>
    document.operation === 'creation' ? placeBefore(model, document, inBook) : null,
  );
  return ordered.map((document, index) =>
    add(model, { document, isConfirmed, previous: null, place: places[index] ?? null }),
  );
}

function findInBook(model: Model, document: LifeDocument): readonly string[] {
  const [newest] = model.subs
    .filter((sub) => sub.document === document && known.includes(sub.state))
    .toReversed();
  if (newest) return newest.state === 'queued' ? [] : document.records;
  const states = known.filter((state) => state !== 'queued');
  return entered(model, document.records, states);
}

/** Right before the first queued one that builds on records which a creation is to enter. */
function placeBefore(
  { subs }: Model,
  { records }: LifeDocument,
  inBook: ReadonlySet<string>,
): number | null {
  const own = records.filter((record) => !inBook.has(record));
  const later = subs.filter(
    ({ state, document }) =>
      state === 'queued' && document.operation !== 'creation' && shares(own, document),
  );
  return later.length === 0 ? null : Math.min(...later.map(({ place }) => place)) - 1;
}

/** Queues the document of an undelivered one once more, in its old place. */
export function enqueueAgain(model: Model, previous: Sub, isConfirmed: boolean): Sub {
  const { document } = previous;
  const place = document.operation === 'creation' ? placeAgain(model, previous) : previous.place;
  return add(model, { document, isConfirmed, previous, place });
}

/** A modification that was sent before its creation was sent again must not overtake it. */
function placeAgain({ subs }: Model, { document, place }: Sub): number {
  const placesOf = (operation: 'modification' | 'cancellation') =>
    subs
      .filter(
        (sub) =>
          sub.state === 'queued' &&
          sub.document.operation === operation &&
          shares(document.records, sub.document) &&
          sub.place <= place,
      )
      .map((sub) => sub.place);
  const lastRoom = Math.max(-1, ...placesOf('cancellation'));
  const after = placesOf('modification').filter((each) => each > lastRoom);
  return after.length === 0 ? place : Math.min(...after) - 1;
}

function add(
  model: Model,
  {
    place,
    ...parts
  }: Pick<Sub, 'document' | 'isConfirmed' | 'previous'> & { place: number | null },
): Sub {
  const sequence = (model.subs.at(-1)?.sequence ?? 0) + 1;
  const sub: Sub = {
    ...parts,
    sequence,
    place: place ?? sequence,
    queuedAt: model.step(),
    endedAt: 0,
    id: null,
    state: 'queued',
    attempts: 0,
    waits: 0,
    isReleased: false,
    refused: [],
    asked: null,
  };
  model.subs.push(sub);
  return sub;
}

/** The process ended before any of them was stored. */
export function forget(model: Model, subs: readonly Sub[]): void {
  for (const sub of subs) {
    if (sub.state !== 'queued') model.fault(`${sub.document.name} left without a trace`);
    model.subs.splice(model.subs.indexOf(sub), 1);
  }
}
