import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RecordKey } from '../../../contract/form.ts';
import type { Operation } from '../../../contract/ledger-books.ts';
import { alreadyRecorded } from '../../../contract/ledger-codes.ts';
import type { Queries, RecordResultsTable } from '../../platform/db/tables.ts';
import { portionsOf } from '../../platform/portions.ts';
import {
  type Book,
  type EarlierSubmission,
  earlierColumns,
  mayHaveTaken,
  toIdentities,
  wasLostBefore,
} from '../submissions/public.ts';

/** The last submission that changed a record. */
export interface RecordStanding extends EarlierSubmission {
  readonly operation: Operation;
  /** Whether a submission that counts in the history has the record. */
  readonly isCounted: boolean;
}

/** An invoice that the ledger has. */
export type KnownInvoice = EarlierSubmission &
  Pick<RecordResultsTable, 'series' | 'date' | 'amount'> & {
    readonly issuer: string;
    readonly number: string;
  };

interface Standing extends Omit<RecordStanding, 'isCounted'> {
  readonly index: number;
  readonly counted: number;
}

type IssuerAndNumber = Pick<RecordKey, 'issuer' | 'number'>;

/** Records and invoices in one statement, which blocks the thread for some milliseconds. */
const recordsInOneGo = 1000;
const invoicesInOneGo = 500;

/** With more rows than this, a number no longer means anything. */
const maxInvoices = 20_000;

/**
 * What the history knows of the records of one book. Yields to other work between its statements;
 * each takes an index look-up for each record.
 */
export class BookHistory {
  readonly #queries: Queries;
  readonly #book: Book;

  constructor(queries: Queries, book: Book) {
    this.#queries = queries;
    this.#book = book;
  }

  /** Whether the taxpayer has sent anything, of any book, to this service. */
  async isKnown(): Promise<boolean> {
    const row = await this.#queries
      .selectFrom('submissions')
      .select('id')
      .where('tax_id', '=', this.#book.tax_id)
      .where('environment', '=', this.#book.environment)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The last change of each of these records, by its place in the list, from 0. */
  async standings(
    keys: readonly Partial<RecordKey>[],
  ): Promise<ReadonlyMap<number, RecordStanding>> {
    const identities = toIdentities(this.#book, keys);
    const standings = new Map<number, RecordStanding>();
    for (let start = 0; start < identities.length; start += recordsInOneGo) {
      const part = identities.slice(start, start + recordsInOneGo);
      for (const standing of await this.#findStandings(part))
        standings.set(start + standing.index, standing);
      await setImmediate();
    }
    return standings;
  }

  /**
   * The places, from 0, of records that the ledger refused in a creation that waits to be
   * corrected and counts with them.
   */
  async refusedInPart(keys: readonly Partial<RecordKey>[]): Promise<ReadonlySet<number>> {
    const identities = toIdentities(this.#book, keys);
    const places = new Set<number>();
    for (let start = 0; start < identities.length; start += recordsInOneGo) {
      const { rows } = await sql<{ index: number }>`
        select mine.key as "index"
        from json_each(${JSON.stringify(identities.slice(start, start + recordsInOneGo))}) as mine
        cross join submission_records as own on own.identity = unhex(mine.value)
        cross join waiting_submissions as waits on waits.sequence = own.submission
        cross join submissions as row on row.sequence = own.submission
        cross join record_results as told
          on told.submission_id = row.id and told.record = own.record
        where row.operation = 'creation' and row.state = 'partially_accepted'
          and told.state = 'incorrect' and told.code is not ${alreadyRecorded}`.execute(
        this.#queries,
      );
      for (const { index } of rows) places.add(start + index);
      await setImmediate();
    }
    return places;
  }

  /**
   * The invoices with these issuers and numbers that were taken and not cancelled since; for each
   * number the newest first.
   */
  async invoices(keys: readonly IssuerAndNumber[]): Promise<KnownInvoice[]> {
    const pairs = keys.map(({ issuer, number }) => ({ issuer, number }));
    const standing: KnownInvoice[] = [];
    for (const part of portionsOf(pairs, invoicesInOneGo)) {
      const taken = await this.#findTaken(part);
      const standings = await this.standings(
        taken.map(({ issuer, series, number, date }) => ({ issuer, series, number, date })),
      );
      for (const [index, invoice] of taken.entries())
        if (standings.get(index)?.operation !== 'cancellation') standing.push(invoice);
    }
    return standing;
  }

  /**
   * The last submission that created, changed or cancelled each of these records, or may have; else
   * one that the ledger refused because it has the record. A cancellation counts only when its
   * effect is known.
   */
  async #findStandings(identities: readonly string[]) {
    const isTaken = sql.raw(mayHaveTaken('earlier', 'entered'));
    const isKnown = sql`exists (
      select 1 from record_results as told where told.submission_id = earlier.id
        and told.position = entered.record and told.code = ${alreadyRecorded})`;
    const { rows } = await sql<Standing>`
      select mine.key as "index", ${sql.raw(earlierColumns)}, earlier.operation,
        max(iif(${isTaken}, earlier.sequence, 0)),
        sum(${isTaken} and earlier.state <> 'rejected'
          or earlier.operation = 'creation' and ${isKnown}
            and ${sql.raw(wasLostBefore('entered'))}) as counted
      from json_each(${JSON.stringify(identities)}) as mine
      cross join submission_records as entered on entered.identity = unhex(mine.value)
      cross join submissions as earlier on earlier.sequence = entered.submission
      where (${isTaken} or ${isKnown})
        and (earlier.operation <> 'cancellation'
          or earlier.state in ('accepted', 'partially_accepted'))
      group by mine.key`.execute(this.#queries);
    return rows.map(({ counted, ...standing }) => ({ ...standing, isCounted: counted > 0 }));
  }

  async #findTaken(pairs: readonly IssuerAndNumber[]): Promise<readonly KnownInvoice[]> {
    const { environment, tax_id, model, expense_type } = this.#book;
    const { rows } = await sql<KnownInvoice>`
      select ${sql.raw(earlierColumns)},
        result.issuer, result.series, result.number, result.date, result.amount
      from json_each(${JSON.stringify(pairs)}) as mine
      cross join record_results as result
        on upper(trim(result.number)) = upper(trim(mine.value ->> 'number'))
        and upper(trim(result.issuer)) = upper(trim(mine.value ->> 'issuer'))
        and result.number is not null
      cross join submissions as earlier on earlier.id = result.submission_id
      where earlier.environment = ${environment} and earlier.tax_id = ${tax_id}
        and earlier.model = ${model} and earlier.expense_type is ${expense_type}
        and earlier.operation <> 'cancellation'
        and earlier.state in ('accepted', 'partially_accepted')
        and result.state <> 'incorrect' and result.record is not null
      order by earlier.sequence desc
      limit ${maxInvoices}`.execute(this.#queries);
    return rows;
  }
}
