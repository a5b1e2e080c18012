import type { Database } from 'better-sqlite3';

/** One step of the database's shape. A released step never changes; a new shape is a new step. */
export interface Migration {
  /** Rising, from 37; kept in SQLite's `user_version`. */
  readonly version: number;
  readonly sql: string;
  /** What SQL alone cannot do to existing rows; runs after `sql`, in the same transaction. */
  readonly fill?: (database: Database) => void;
}
