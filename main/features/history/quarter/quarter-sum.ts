import { toAmount } from '../../../../contract/money.ts';
import type { QuarterCompany } from '../../../../contract/quarter.ts';
import type { AccountingTotalsTable } from '../../../platform/db/company-tables.ts';
import type { UnsentFile } from '../../worklist/public.ts';
import { centsOf } from './changed-records.ts';
import type { RefusedRecords, WaitingRow } from './quarter-rows.ts';
import { isCreation, type QuarterFacts } from './quarter-standing.ts';

/** A file that may correct a submission. */
interface Correction {
  /** Whether its records count in the submission that it corrects, and so not in it. */
  readonly countsInOrigin: boolean;
}

/** The facts that make up the records of a company's quarter, and their sum. */
export interface SumFacts extends Pick<QuarterFacts, 'totals' | 'changes' | 'confirmed'> {
  readonly waiting: readonly (WaitingRow & Correction)[];
  readonly files: readonly (UnsentFile & Correction)[];
  readonly refused: readonly RefusedRecords[];
  readonly accounting: AccountingTotalsTable | undefined;
}

type Sums = Pick<QuarterCompany, 'records' | 'amount' | 'unread'>;

export const nothingCounted: Sums = { records: null, amount: null, unread: 0 };

/** The sum of a quarter, and its difference from that of the accounting program. */
export function sumWithAccounting(facts: SumFacts): Sums & Pick<QuarterCompany, 'accounting'> {
  const sum = sumOf(facts);
  if (facts.accounting === undefined) return { ...sum, accounting: null };
  const { records, amount_cents: cents } = facts.accounting;
  // Without a file, the whole accounting amount is the difference.
  const difference = sum.unread > 0 ? null : toAmount((centsOf(sum.amount) ?? 0) - cents);
  return { ...sum, accounting: { records, amount: toAmount(cents), difference } };
}

/** A number of records that is added or, where it is negative, taken away. */
interface Part {
  readonly records: number;
  readonly cents: number;
  /** Of these records, those without a readable amount. */
  readonly unread: number;
}

const plus = (records: number, cents: number | null): Part =>
  cents === null ? { records, cents: 0, unread: records } : { records, cents, unread: 0 };

const minus = (records: number, cents: number | null): Part => plus(-records, -(cents ?? 0));

/** Each record counts once, as it stands last. */
function sumOf(facts: SumFacts): Sums {
  const listed = listedCreations(facts);
  const parts: readonly Part[] = [
    ...sentParts(facts),
    ...untakenParts(facts, listed),
    ...listed.map(newPart),
    ...facts.changes,
    ...facts.confirmed,
  ];
  if (parts.length === 0) return nothingCounted;
  const total = (of: keyof Part) => parts.reduce((sum, part) => sum + part[of], 0);
  const [records, unread] = [total('records'), total('unread')];
  const isUnknown = unread > 0 && unread >= records;
  return { records, amount: isUnknown ? null : toAmount(total('cents')), unread };
}

/** What arrived, may have arrived or is being sent. Partly accepted and unknown files are in it. */
function sentParts({ totals, waiting, refused }: SumFacts): Part[] {
  // The totals have a file twice that was sent again.
  const sentAgain = waiting.filter(
    ({ form, state, is_again }) => isCreation(form) && state === 'unknown' && is_again === 1,
  );
  return [
    ...totals
      .filter(({ form }) => isCreation(form))
      .map(({ records, amount_cents }) => plus(records, amount_cents)),
    ...sentAgain.map((row) => minus(row.record_count, centsOf(row.amount))),
    ...refused.map(({ records, cents }) => minus(records, cents)),
  ];
}

/**
 * Documents that were refused or not delivered, without their records that the ledger has. Not
 * among them: documents on the list, and documents that arrived in another submission.
 */
function untakenParts({ waiting }: SumFacts, listed: SumFacts['files']): Part[] {
  const onList = new Set(listed.map(({ sha256 }) => sha256));
  const untaken = waiting.filter(
    ({ form, state, sha256, countsInOrigin, is_elsewhere }) =>
      isCreation(form) &&
      (state === 'rejected' || (state === 'failed' && is_elsewhere === 0)) &&
      !onList.has(sha256) &&
      !countsInOrigin,
  );
  return eachDocument(untaken).flatMap((row) => [
    plus(row.record_count, centsOf(row.amount)),
    minus(row.recorded_count, row.recorded_cents),
  ]);
}

const listedCreations = ({ files }: SumFacts): SumFacts['files'] =>
  eachDocument(
    files.filter(({ operation, countsInOrigin }) => operation === 'creation' && !countsInOrigin),
  );

/** The new records of a file on the list; the others count where they were taken. */
function newPart({ records, amount, recorded_count, recorded_amount }: UnsentFile): Part {
  const [own, there] = [centsOf(amount), centsOf(recorded_amount)];
  if (recorded_count === null) return plus(records, own);
  if (recorded_count >= records) return plus(0, 0);
  return plus(records - recorded_count, own === null || there === null ? null : own - there);
}

/** Each document once: it may be there under two names, or was sent several times. */
const eachDocument = <Row extends { readonly sha256: string | null }>(rows: readonly Row[]) => [
  ...new Map(rows.map((row) => [row.sha256, row])).values(),
];
