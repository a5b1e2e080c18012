import type { RecordPresence } from '../ledger/record-rules.ts';
import type { State } from './database.ts';

/** The place of a record: one book of one taxpayer for one fiscal year. */
export interface Place {
  readonly taxpayer: string;
  readonly book: string;
  readonly fiscalYear: number;
}

/** A file that reached the ledger, as the state shows it. */
interface KeptPresentation {
  readonly identifier: string;
  readonly company_id: string;
  readonly taxpayer: string;
  /** Of the XML's bytes, hex. */
  readonly sha256: string;
  readonly model: string;
  readonly expense_type: string | null;
  readonly operation: string;
  readonly fiscal_year: number;
  readonly records: number;
  /** The number that the ledger stored. */
  readonly records_stored: number;
  readonly result: string;
  readonly code: string | null;
  readonly compressed_bytes: number;
  readonly at: string;
}

/** The ledger's tables. Writes belong into the ledger's transaction. */
export interface LedgerStore {
  standing(place: Place, identity: string): RecordPresence;
  put(place: Place, identity: string, record: { cancelled: boolean; id: number }): void;
  /** Returns the number of the presentation. */
  addPresentation(presentation: KeptPresentation): number;
  register(id: number, registrationNumber: string): void;
}

/** A presentation as `GET /sandbox/state` shows it. */
export type ListedPresentation = KeptPresentation & {
  readonly registration_number: string | null;
  readonly company_name: string;
};

/** The store over `presentations` and `ledger_records`. */
export function createLedgerStore(state: State): LedgerStore {
  const standing = state.prepare<[string, string, number, string], { cancelled: 0 | 1 }>(
    'SELECT cancelled FROM ledger_records WHERE taxpayer = ? AND book = ? AND fiscal_year = ? AND identity = ?',
  );
  const put = state.prepare(`
    INSERT INTO ledger_records VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET cancelled = excluded.cancelled, presentation_id = excluded.presentation_id`);
  const add = state.prepare(`
    INSERT INTO presentations (identifier, company_id, taxpayer, sha256, model, expense_type, operation, fiscal_year,
      records, records_stored, result, code, compressed_bytes, at)
    VALUES (@identifier, @company_id, @taxpayer, @sha256, @model, @expense_type, @operation, @fiscal_year,
      @records, @records_stored, @result, @code, @compressed_bytes, @at)`);
  const register = state.prepare('UPDATE presentations SET registration_number = ? WHERE id = ?');
  return {
    standing: ({ taxpayer, book, fiscalYear }, identity) => {
      const row = standing.get(taxpayer, book, fiscalYear, identity);
      if (row === undefined) return 'absent';
      return row.cancelled === 1 ? 'cancelled' : 'live';
    },
    put: ({ taxpayer, book, fiscalYear }, identity, { cancelled, id }) => {
      put.run(taxpayer, book, fiscalYear, identity, cancelled ? 1 : 0, id);
    },
    addPresentation: (presentation) => Number(add.run(presentation).lastInsertRowid),
    register: (id, registrationNumber) => {
      register.run(registrationNumber, id);
    },
  };
}

/** Every file that reached the ledger, in the order of arrival. */
export function listPresentations(state: State): readonly ListedPresentation[] {
  return state
    .prepare<[], ListedPresentation>(
      `SELECT presentations.*, companies.full_name AS company_name
       FROM presentations JOIN companies ON companies.id = company_id ORDER BY presentations.id`,
    )
    .all();
}
