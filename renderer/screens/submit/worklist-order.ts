import { toCents } from '../../../contract/money.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import {
  isSettled,
  pressingRank,
  type Standing,
  standingOf,
} from '../../shared/worklist/worklist.ts';
import type { Formats } from '../../texts.ts';
import type { SortDirection } from '../../ui/column-head.tsx';
import { type CompanyGroup, ownerOf } from './worklist-filter.ts';

const columns = ['file', 'company', 'book', 'records', 'amount', 'verdict'] as const;
export type WorklistColumn = (typeof columns)[number];

/** The sorted column of the list; null: problems first, else in the order of arrival. */
export type WorklistOrder = {
  readonly column: WorklistColumn;
  readonly direction: SortDirection;
} | null;

/** The sorting after a press of a head: ascending, descending, then problems first again. */
export function nextOrder(order: WorklistOrder, column: string): WorklistOrder {
  const known = columns.find((name) => name === column);
  if (known === undefined) return order;
  if (order?.column !== known) return { column: known, direction: 'ascending' };
  return order.direction === 'ascending' ? { column: known, direction: 'descending' } : null;
}

/** The most urgent first: files that need attention, sendable files, finished files. */
const standings: readonly Standing[] = [
  'errors',
  'noAuthorization',
  'blocked',
  'newCompany',
  'notSendable',
  'judging',
  'undelivered',
  'warnings',
  'ready',
];
const calmStates: readonly string[] = ['sending', 'queued', 'unknown', 'accepted'];

function rankOf(file: WorklistFile): number {
  const standing = standingOf(file);
  if (standing !== 'sent') return standings.indexOf(standing) * 10;
  const state = isSettled(file) ? 'accepted' : (file.submission?.state ?? '');
  // A file that a person must act on sorts with the errors.
  const pressing = pressingRank(file);
  return pressing >= 0 ? 1 + pressing : standings.length * 10 + calmStates.indexOf(state);
}

/** The sorting value of a file; null where it has none. */
type Key = string | number | bigint | null;

interface OrderWords extends Pick<Formats, 'compare'> {
  /** The text of the book's column. */
  readonly book: (file: WorklistFile) => string;
}

/** More than the issues of one kind in a file of 10,000 records. */
const manyFaults = 1e6;

/**
 * By urgency; among equals those with more issues first, and among sent ones those that need
 * attention.
 */
function verdictRank(file: WorklistFile): number {
  const rank = rankOf(file) * manyFaults ** 2;
  if (standingOf(file) === 'sent') return rank;
  const { error = 0, warning = 0 } = file.judged?.issueCounts ?? {};
  return rank - Math.min(error, manyFaults - 1) * manyFaults - Math.min(warning, manyFaults - 1);
}

function keyOf(file: WorklistFile, column: WorklistColumn, words: OrderWords): Key {
  const { judged } = file;
  switch (column) {
    case 'file':
      return file.name;
    case 'company':
      return ownerOf(file) || null;
    case 'book':
      return words.book(file) || null;
    case 'records':
      return judged?.form == null ? null : judged.records;
    case 'amount':
      return judged?.totals.amount == null ? null : toCents(judged.totals.amount);
    case 'verdict':
      return verdictRank(file);
  }
}

function compareKeys({ compare }: OrderWords, one: Key, other: Key): number {
  if (typeof one === 'string' && typeof other === 'string') return compare(one, other);
  if (one === null || other === null) return 0;
  return one < other ? -1 : Number(one > other);
}

/**
 * Sorts files, `2.xml` before `10.xml`: those without a value in the column come last either way,
 * equal ones by name and then by arrival.
 */
export function sortFiles(
  files: readonly WorklistFile[],
  order: WorklistOrder,
  words: OrderWords,
): readonly WorklistFile[] {
  if (order === null) return files.toSorted((one, other) => rankOf(one) - rankOf(other));
  const { column, direction } = order;
  const sign = direction === 'ascending' ? 1 : -1;
  return files
    .map((file) => ({ file, key: keyOf(file, column, words) }))
    .toSorted(
      (one, other) =>
        Number(one.key === null) - Number(other.key === null) ||
        sign * compareKeys(words, one.key, other.key) ||
        words.compare(one.file.name, other.file.name),
    )
    .map(({ file }) => file);
}

/** Groups stand by their names; reversed where the list is sorted so by companies. */
export function sortGroups(
  groups: readonly CompanyGroup[],
  order: WorklistOrder,
): readonly CompanyGroup[] {
  return order?.column === 'company' && order.direction === 'descending'
    ? groups.toReversed()
    : groups;
}
